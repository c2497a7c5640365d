// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
#include "portfolio/engine.h"

#include <new>

#include "encoders/ord.h"
#include "encoders/sat.h"
#include "encoders/smt.h"
#include "explorers/enumerate/enumerate.h"
#include "explorers/rsmc/rsmc.h"
#include "ir/check.h"
#include "ir/errors.h"
#include "solvers/z3.h"
#include "witness/replay.h"

namespace fencepost::portfolio {

const std::vector<Engine>& engines() {
    static const std::vector<Engine> all = {
#define ENGINE(name, run, counts, description, limits, memory) \
    {name, static_cast<Engine::Function*>(run), counts, description, limits, memory},
#include "portfolio/engines.def"
#undef ENGINE
    };
    return all;
}

const Engine* find_engine(std::string_view name) {
    for (const Engine& engine : engines())
        if (engine.name == name) return &engine;
    return nullptr;
}

namespace {

void replay(const Engine& engine, const ir::Program& program, const models::Model& model,
            const ir::Execution& execution) {
    const witness::Claim claim = ir::fails_assertion(program, execution)
                                     ? witness::Claim::FailsAssertion
                                     : witness::Claim::SatisfiesCondition;
    const auto flaw = witness::find_flaw(program, model, execution, claim);
    CHECK(!flaw, "the witness of engine " + std::string(engine.name) +
                     " should replay: " + flaw.value_or(""));
}

}  // namespace

ir::Answer run(const Engine& engine, const ir::Program& program, const models::Model& model,
               const ir::Question& question, const ir::Limits& limits) {
    try {
        ir::Answer answer = engine.run(program, model, question, limits);
        CHECK(answer.verdict != ir::Verdict::Violated || program.condition() || answer.witness,
              "a failed assertion should come with an execution");
        if (answer.witness) replay(engine, program, model, *answer.witness);
        return answer;
    } catch (const std::bad_alloc&) {
        ir::Answer answer;
        answer.reason = ir::Limits::out_of_memory;
        return answer;
    } catch (const ir::Unsupported& refusal) {
        ir::Answer answer;
        answer.reason = refusal.what();
        answer.unsupported = true;
        return answer;
    }
}

}  // namespace fencepost::portfolio
