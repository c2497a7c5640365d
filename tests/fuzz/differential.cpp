// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
#include "tests/fuzz/differential.h"

#include <fmt/format.h>

#include "models/checker.h"
#include "portfolio/compare.h"

namespace fencepost::fuzz {

namespace {

const portfolio::Engine& reference() { return *portfolio::find_engine("enumerate"); }

std::optional<std::string> compare(const ir::Answer& got, const ir::Answer& want, bool counts) {
    if (got.verdict != want.verdict)
        return fmt::format("verdict is {}, the reference says {} ({})", name(got.verdict),
                           name(want.verdict), got.reason);
    return portfolio::contradiction(got, want, {.executions = counts});
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
