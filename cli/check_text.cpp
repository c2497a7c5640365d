// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// What `check` says to people.
#include <fmt/format.h>

#include "cli/check_result.h"
#include "witness/text.h"

namespace fencepost::cli {

namespace {

/// Engines that left for a reason, when it was not to be expected.
std::string losses(const CheckResult& r) {
    std::string text;
    for (const portfolio::Entry& entry : r.entries)
        if (entry.status == portfolio::Status::Failed ||
            entry.status == portfolio::Status::OutOfMemory)
            text += fmt::format("  note: engine {}: {}: {}\n", entry.engine, name(entry.status),
                                entry.reason);
    return text;
}

}  // namespace

std::set<std::string> cuts(const ir::Program& program) {
    std::set<std::string> lines;
    for (const ir::Cut& cut : program.cuts())
        lines.insert(fmt::format("{}: {}", program.describe(cut.location), cut.what));
    return lines;
}

const CheckResult& decisive(const std::vector<CheckResult>& results) {
    for (ir::Verdict verdict : {ir::Verdict::Violated, ir::Verdict::Unknown})
        for (const CheckResult& result : results)
            if (result.answer.verdict == verdict) return result;
    for (const CheckResult& result : results)
        if (!result.complete) return result;
    return results.front();
}

const ir::Event* failed_assertion(const CheckResult& r) {
    if (r.answer.verdict != ir::Verdict::Violated || !r.answer.witness) return nullptr;
    for (ir::EventId id = 0; id < r.program->events().size(); ++id) {
        const ir::Event& e = r.program->event(id);
        if (e.kind == ir::EventKind::Assert && r.answer.witness->executed[id] != 0 &&
            r.answer.witness->value[id] == 0)
            return &e;
    }
    return nullptr;
}

std::string to_text(const CheckResult& r) {
    std::string text;
    const std::string asked =
        r.property == "assert" ? r.model : fmt::format("{}, {}", r.model, r.property);
    switch (r.answer.verdict) {
        case ir::Verdict::Holds:
            text = fmt::format("holds: {} under {}", r.input, asked);
            text +=
                r.complete ? ", complete\n" : fmt::format(", up to {} rounds of a loop\n", r.bound);
            break;
        case ir::Verdict::Violated:
            text = fmt::format("violated: {} under {}\n", r.input, asked);
            break;
        case ir::Verdict::Unknown:
            text = fmt::format("unknown: {} under {}: {}\n", r.input, asked, r.answer.reason);
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
    if (r.answer.verdict == ir::Verdict::Violated && r.program && r.program->condition())
        text += "  " + r.program->condition()->text + "\n";
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
    text += losses(r);
    text += fmt::format("  {}{:.3f} s\n",
                        r.engine.empty() ? "" : fmt::format("engine {}, ", r.engine), r.seconds);
    return text;
}

std::string to_text(const std::vector<CheckResult>& results) {
    std::string text = results.front().input + "\n";
    const CheckResult* broken = nullptr;
    for (const CheckResult& r : results) {
        std::string_view how;
        if (r.answer.verdict == ir::Verdict::Holds) how = r.complete ? "complete" : "bounded";
        if (r.answer.verdict == ir::Verdict::Unknown) how = r.answer.reason;
        text += fmt::format("  {:8}  {:8}  {}\n", r.model, name(r.answer.verdict), how);
        if (broken == nullptr && r.answer.verdict == ir::Verdict::Violated) broken = &r;
    }
    if (broken == nullptr) return text;
    text += fmt::format("first broken by {}:\n\n", broken->model);
    return text + to_text(*broken);
}

}  // namespace fencepost::cli
