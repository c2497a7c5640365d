// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
#include "cli/check_result.h"

#include <fmt/format.h>
#include <sys/resource.h>

#include <nlohmann/json.hpp>
#include <set>

#include "witness/text.h"

namespace fencepost::cli {

namespace {

const char* word(ir::Verdict verdict) {
    switch (verdict) {
        case ir::Verdict::Holds:
            return "holds";
        case ir::Verdict::Violated:
            return "violated";
        case ir::Verdict::Unknown:
            return "unknown";
    }
    return "unknown";
}

/// Where bounds were put, each once.
std::set<std::string> cuts(const ir::Program& program) {
    std::set<std::string> lines;
    for (const ir::Cut& cut : program.cuts())
        lines.insert(fmt::format("{}: {}", program.describe(cut.location), cut.what));
    return lines;
}

uint64_t count(const ir::Program& program, bool (ir::Event::*is)() const) {
    uint64_t n = 0;
    for (const ir::Event& e : program.events()) n += (e.*is)();
    return n;
}

}  // namespace

std::string to_text(const CheckResult& r) {
    std::string text;
    switch (r.answer.verdict) {
        case ir::Verdict::Holds:
            text = fmt::format("holds: {} under {}", r.input, r.model);
            text +=
                r.complete ? ", complete\n" : fmt::format(", up to {} rounds of a loop\n", r.bound);
            break;
        case ir::Verdict::Violated:
            text = fmt::format("violated: {} under {}\n", r.input, r.model);
            break;
        case ir::Verdict::Unknown:
            text = fmt::format("unknown: {} under {}: {}\n", r.input, r.model, r.answer.reason);
            break;
    }
    if (r.answer.verdict == ir::Verdict::Holds && !r.complete && r.program) {
        if (r.vacuous)
            text +=
                "  no execution ends within the bound, so this says nothing about any "
                "complete one\n";
        for (const std::string& line : cuts(*r.program)) text += "  cut: " + line + "\n";
    }
    if (r.answer.executions + r.answer.blocked > 0)
        text += fmt::format("  {} executions, {} blocked\n", r.answer.executions, r.answer.blocked);
    for (const std::string& note : r.notes) text += "  note: " + note + "\n";
    if (r.answer.verdict == ir::Verdict::Violated && r.answer.witness)
        text += "\n" + witness::to_text(*r.program, *r.answer.witness) + "\n";
    if (!r.under_sc.empty())
        text += fmt::format("  this needs {}: under sc it is {}\n", r.model, r.under_sc);
    if (r.show_stats && r.program) {
        text += fmt::format("  stats: {} threads, {} events", r.program->threads().size(),
                            r.program->events().size());
        for (const auto& [figure, value] : r.answer.stats)
            if (figure != "events") text += fmt::format(", {} {}", value, figure);
        text += "\n";
    }
    text += fmt::format("  engine {}, {:.3f} s\n", r.engine, r.seconds);
    return text;
}

std::string to_json(const CheckResult& r) {
    using Json = nlohmann::ordered_json;
    const bool unknown = r.answer.verdict == ir::Verdict::Unknown;
    struct rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    Json stats = nullptr;
    if (r.program) {
        stats = {{"threads", r.program->threads().size()},
                 {"events", r.program->events().size()},
                 {"reads", count(*r.program, &ir::Event::is_read)},
                 {"writes", count(*r.program, &ir::Event::is_write)},
                 {"traces", r.answer.executions},
                 {"blocked", r.answer.blocked}};
        for (const auto& [figure, value] : r.answer.stats)
            if (!stats.contains(figure)) stats[figure] = value;
    }
    Json object = {
        {"tool", "fencepost"},
        {"version", FENCEPOST_VERSION},
        {"input", r.input},
        {"model", r.model},
        {"property", r.property},
        {"verdict", word(r.answer.verdict)},
        {"complete", r.complete},
        {"bound", r.bound},
        {"reason", unknown ? Json(r.answer.reason) : Json(nullptr)},
        {"engine", r.engine},
        {"engines",
         Json::array({{{"name", r.engine},
                       {"status", unknown ? "gave up" : "won"},
                       {"verdict", unknown ? Json(nullptr) : Json(word(r.answer.verdict))},
                       {"seconds", r.seconds}}})},
        {"seconds", r.seconds},
        {"peak_memory_mb", usage.ru_maxrss / 1024},
        {"stats", stats},
        {"witness", nullptr},
    };
    if (r.answer.verdict == ir::Verdict::Violated && r.answer.witness)
        object["witness"] = Json::parse(witness::to_json(*r.program, *r.answer.witness));
    Json notes = Json::array();
    for (const std::string& note : r.notes) notes.push_back(note);
    if (r.vacuous) notes.push_back("no execution ends within the bound");
    if (r.program && !r.complete && r.answer.verdict == ir::Verdict::Holds)
        for (const std::string& line : cuts(*r.program)) notes.push_back("cut: " + line);
    object["notes"] = notes;
    return object.dump(1) + "\n";
}

}  // namespace fencepost::cli
