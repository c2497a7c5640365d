// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
#include "encoders/outcome.h"

#include <algorithm>

#include "ir/race.h"

namespace fencepost::encoders {

using ir::EventId;
using ir::Expr;

namespace {

void set_final_memory(const ir::Program& program, const ir::Execution& execution,
                      ir::Evaluator& evaluator) {
    const ir::ExprPool& pool = program.exprs();
    for (uint32_t i = 0; i < pool.size(); ++i) {
        const ir::ExprNode& node = pool.node(Expr{i});
        if (node.op != ir::Op::Final) continue;
        const ir::Location location{node.imm, static_cast<uint8_t>(node.width / 8)};
        const auto found =
            std::find_if(execution.co.begin(), execution.co.end(),
                         [&](const auto& order) { return order.location == location; });
        std::optional<uint64_t> value;
        if (found != execution.co.end() && !found->writes.empty())
            value = execution.value[found->writes.back()];
        else if (const auto initial = program.initial_value(location.address, location.size))
            value = evaluator.value(*initial);
        evaluator.set_final(location.address, value);
    }
}

}  // namespace

Outcome find_outcome(const ir::Program& program, const ir::Execution& execution, bool observe) {
    ir::Evaluator evaluator(program.exprs());
    for (uint32_t i = 0; i < execution.inputs.size(); ++i)
        evaluator.set_input(i, execution.inputs[i]);
    for (EventId id = 0; id < program.events().size(); ++id)
        if (program.event(id).is_read())
            evaluator.set_read(id, execution.executed[id] ? execution.value[id] : 0);
    set_final_memory(program, execution, evaluator);
    Outcome outcome;
    for (const ir::Thread& thread : program.threads())
        if (evaluator.get(thread.completed) == 0) outcome.complete = false;
    for (const ir::Cut& cut : program.cuts())
        if (evaluator.get(cut.guard) != 0) outcome.cut = true;
    if (program.condition() && outcome.complete)
        outcome.satisfies = evaluator.get(program.condition()->proposition) != 0;
    for (EventId id = 0; id < program.events().size(); ++id)
        if (program.event(id).kind == ir::EventKind::Assert && execution.executed[id] &&
            execution.value[id] == 0)
            outcome.fails_assertion = true;
    if (!outcome.fails_assertion && program.forbids_races())
        outcome.fails_assertion = ir::find_race(program, execution).has_value();
    if (observe && outcome.complete)
        for (const ir::Observed& item : program.observed())
            outcome.observed.push_back(evaluator.get(item.value));
    return outcome;
}

}  // namespace fencepost::encoders
