// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
#include "tests/fuzz/differential.h"

#include <fmt/format.h>

#include <set>

#include "models/checker.h"

namespace fencepost::fuzz {

namespace {

const portfolio::Engine& reference() { return *portfolio::find_engine("enumerate"); }

std::set<std::vector<uint64_t>> states(const ir::Answer& answer) {
    std::set<std::vector<uint64_t>> result;
    for (const ir::FinalState& state : answer.states) result.insert(state.values);
    return result;
}

std::optional<std::string> compare(const ir::Answer& got, const ir::Answer& want, bool counts) {
    const auto differ = [](const char* what, auto a, auto b) {
        return fmt::format("{} is {}, the reference says {}", what, a, b);
    };
    if (got.verdict != want.verdict)
        return differ("verdict", static_cast<int>(got.verdict), static_cast<int>(want.verdict)) +
               " (" + got.reason + ")";
    if (want.verdict == ir::Verdict::Unknown) return std::nullopt;
    if (counts) {
        if (got.executions != want.executions)
            return differ("executions", got.executions, want.executions);
        if (got.satisfying != want.satisfying)
            return differ("satisfying", got.satisfying, want.satisfying);
        if (states(got) != states(want))
            return differ("number of states", got.states.size(), want.states.size()) +
                   " (or other states)";
    }
    // Without counting, an engine stops as soon as the verdict is known.
    if (counts || want.verdict == ir::Verdict::Holds) {
        if (got.satisfied != want.satisfied)
            return differ("satisfied", got.satisfied, want.satisfied);
        if (got.refuted != want.refuted) return differ("refuted", got.refuted, want.refuted);
    }
    return std::nullopt;
}

std::optional<std::string> check_witness(const ir::Answer& answer, const ir::Program& program,
                                         const models::Model& model) {
    if (!answer.witness) return std::nullopt;
    models::Checker checker(model, program);
    if (checker.consistent(*answer.witness)) return std::nullopt;
    return "the model forbids the witness";
}

}  // namespace

std::optional<std::string> difference(const portfolio::Engine& engine, const ir::Program& program,
                                      const models::Model& model, ir::Question question) {
    for (const bool counts : {false, true}) {
        question.executions = counts;
        const ir::Answer want = portfolio::run(reference(), program, model, question, {});
        const ir::Answer got = portfolio::run(engine, program, model, question, {});
        if (got.verdict == ir::Verdict::Unknown && want.verdict != ir::Verdict::Unknown &&
            got.unsupported)
            continue;
        auto found = compare(got, want, counts);
        if (!found) found = check_witness(got, program, model);
        if (found) return fmt::format("{}{}: {}", engine.name, counts ? " (counting)" : "", *found);
    }
    return std::nullopt;
}

std::optional<std::string> any_difference(const ir::Program& program, const models::Model& model,
                                          const ir::Question& question) {
    for (const portfolio::Engine& engine : portfolio::engines())
        if (auto found = difference(engine, program, model, question)) return found;
    return std::nullopt;
}

}  // namespace fencepost::fuzz
