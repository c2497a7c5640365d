// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// `fencepost show FILE --as …`: look inside a stage.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

#include "cli/commands.h"
#include "cli/inputs.h"
#include "encoders/show.h"
#include "ir/errors.h"
#include "ir/text.h"
#include "models/shipped.h"
#include "portfolio/engine.h"
#include "witness/picture.h"

namespace fencepost::cli {

namespace {

constexpr size_t columns = 7;
using Row = std::array<std::string, columns>;

std::string deps(const ir::Program& program, std::string_view what, ir::DepSet set) {
    std::string text;
    for (const ir::Dependency& d : program.deps().get(set)) {
        text += fmt::format("{}e{}", text.empty() ? "" : ",", d.read);
        if (!program.exprs().is_true(d.guard))
            text += fmt::format("[{}]", ir::print_expr(program, d.guard));
    }
    return text.empty() ? "" : fmt::format("{}={} ", what, text);
}

Row event_row(const ir::Program& program, ir::EventId id) {
    const ir::Event& e = program.event(id);
    std::string kind(name(e.kind));
    if (e.is_fence()) kind += fmt::format(" {}", name(e.fence));
    if (e.exclusive) kind += " (atomic)";
    const bool condition = !e.is_access() && e.value.valid();
    return {fmt::format("e{}", id),
            program.threads()[e.thread].name,
            kind,
            program.exprs().is_true(e.guard) ? "" : ir::print_expr(program, e.guard),
            e.is_access() ? ir::print_expr(program, e.address) : "",
            e.is_write() || condition ? ir::print_expr(program, e.value) : "",
            deps(program, "addr", e.addr) + deps(program, "data", e.data) +
                deps(program, "ctrl", e.ctrl) + deps(program, "rmw", e.rmw) +
                (e.location.line > 0 ? fmt::format("line {}", e.location.line) : "")};
}

void print_events(const ir::Program& program) {
    std::vector<Row> rows = {{"event", "thread", "kind", "if", "address", "value", "notes"}};
    for (const ir::Thread& thread : program.threads())
        for (ir::EventId id : thread.events) rows.push_back(event_row(program, id));
    std::array<size_t, columns> width{};
    for (const Row& row : rows)
        for (size_t i = 0; i < columns; ++i) width[i] = std::max(width[i], row[i].size());
    for (const Row& row : rows) {
        std::string line;
        for (size_t i = 0; i < columns; ++i)
            if (width[i] > 0) line += fmt::format("{:{}}  ", row[i], width[i]);
        while (!line.empty() && line.back() == ' ') line.pop_back();
        fmt::print("{}\n", line);
    }
    for (const ir::Cut& cut : program.cuts())
        fmt::print("cut: {} in {} if {}\n", cut.what, program.threads()[cut.thread].name,
                   ir::print_expr(program, cut.guard));
}

ir::Program load_c_program(const std::string& path, const Options& options,
                           const models::Model& model) {
    const frontend::CModule module(c_source(options, {path}));
    return module
        .lower({.unroll = options.unroll, .target = c_target(options, options.model, model)})
        .program;
}

/// The execution that satisfies the condition or fails an assertion, as a picture. False if
/// the model allows none.
bool draw(const ir::Program& program, const models::Model& model, const Options& options) {
    const portfolio::Engine& engine = *portfolio::find_engine("sat");
    const ir::Answer answer = portfolio::run(engine, program, model, {}, {});
    if (!answer.witness) {
        fmt::print(stderr, "fencepost: {} allows no execution that {}\n", options.model,
                   program.condition() ? "satisfies the condition" : "fails an assertion");
        return false;
    }
    const witness::Picture picture = witness::make_picture(program, *answer.witness);
    fmt::print("{}", options.show_as == "svg" ? to_svg(picture) : to_dot(picture));
    return true;
}

bool show(const ir::Program& program, const models::Model& model, const Options& options) {
    if (options.show_as == "ir") fmt::print("{}", ir::print_text(program));
    if (options.show_as == "events") print_events(program);
    if (options.show_as == "cnf") fmt::print("{}", encoders::to_dimacs(program, model));
    if (options.show_as == "smt") fmt::print("{}", encoders::to_smt_lib(program, model));
    if (options.show_as == "dot" || options.show_as == "svg") return draw(program, model, options);
    return true;
}

}  // namespace

ExitCode show_command(const Options& options) try {
    const models::Model model = models::load_model(options.model);
    ExitCode code = ExitCode::Holds;
    for (const std::string& path : options.inputs) {
        const ir::Program program = is_c_program(path) ? load_c_program(path, options, model)
                                                       : load_program(path, options.unroll);
        if (!show(program, model, options)) code = ExitCode::Unknown;
    }
    return code;
} catch (const ir::Unsupported& problem) {
    fmt::print(stderr, "fencepost: unsupported: {}\n", problem.what());
    return ExitCode::Unknown;
}

}  // namespace fencepost::cli
