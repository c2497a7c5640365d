// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Events carry the letters of the picture (witness/picture.h), so that text and picture can
// be read side by side.
#include "witness/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "ir/race.h"
#include "models/checker.h"
#include "witness/picture.h"

namespace fencepost::witness {

using ir::EventId;

namespace {

class Letters {
  public:
    explicit Letters(const Picture& picture) {
        for (size_t i = 0; i < picture.nodes.size(); ++i)
            for (EventId id : {picture.nodes[i].event, picture.nodes[i].lock})
                if (id != ir::initial_write && id != ir::no_event) letters_[id] = letter(i);
    }
    std::string of(EventId id) const {
        const auto found = letters_.find(id);
        return found == letters_.end() ? fmt::format("e{}", id) : found->second;
    }

  private:
    std::map<EventId, std::string> letters_;
};

std::string event_line(const ir::Program& program, const ir::Execution& execution,
                       const PictureNode& node, const Letters& letters) {
    const ir::Event& e = program.event(node.event);
    std::string line = node.label;
    if (e.is_read()) {
        const EventId source = execution.rf[node.event];
        line += source == ir::initial_write ? "  (initial)"
                                            : fmt::format("  (from {})", letters.of(source));
    }
    const std::string where = program.describe(e.location);
    if (e.location.line > 0) line = fmt::format("{:<34} {}", line, where);
    return line;
}

}  // namespace

std::string to_text(const ir::Program& program, const ir::Execution& execution) {
    const Picture picture = make_picture(program, execution);
    const Letters letters(picture);
    std::string out;
    for (uint32_t column = 1; column < picture.columns.size(); ++column) {
        out += picture.columns[column] + ":\n";
        for (const PictureNode& node : picture.nodes)
            if (node.column == column)
                out += "  " + event_line(program, execution, node, letters) + "\n";
    }
    for (const ir::CoherenceOrder& order : execution.co) {
        if (order.writes.size() < 2) continue;
        out +=
            fmt::format("order of writes to {}:", program.describe_address(order.location.address));
        for (EventId write : order.writes) out += " " + letters.of(write);
        out += "\n";
    }
    if (program.forbids_races())
        if (const auto race = ir::find_race(program, execution))
            out += fmt::format("data race: {} and {}\n", letters.of(race->first),
                               letters.of(race->second));
    return out;
}

std::string explain(const ir::Program& program, const ir::Execution& execution,
                    const models::Model& model) {
    models::Checker checker(model, program);
    const models::Judgement judgement = checker.explain(execution);
    if (judgement.consistent) return {};
    const Letters letters(make_picture(program, execution));
    const auto name = [&](const models::Node& node) {
        return node.is_initial() ? "initial " + program.describe_address(node.location.address)
                                 : letters.of(node.event);
    };
    std::string cycle;
    for (const models::Edge& edge : judgement.edges)
        cycle += fmt::format("{} {}> ", name(edge.from), edge.relation);
    if (!judgement.edges.empty()) cycle += name(judgement.edges.back().to);
    return fmt::format("forbidden by axiom {}: {}", judgement.axiom_name, cycle);
}

}  // namespace fencepost::witness
