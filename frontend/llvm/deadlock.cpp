// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Deadlocks as a condition on whole executions. A thread stops where a mutex is taken and never
// freed again (ir/execution.h), or where the thread that it joins does not end. An execution in
// which every thread has ended or stopped like this, one of them at a mutex, is a deadlock:
// nobody can go on. So "completed" means here: ended or waits, and the condition is that no such
// execution has a thread that waits for a mutex. The return of main ends the program; only while
// main waits, or has left with pthread_exit, others wait forever.
//
// A thread that was cut, stopped at a false assumption or spins in a loop is neither: such
// executions are no deadlocks.
#include "frontend/llvm/round_end.h"

namespace fencepost::frontend::llvm_ir {

using ir::Expr;

void ask_deadlock(Round& round) {
    ir::ExprPool& exprs = round.pools.exprs;
    Expr some = exprs.bool_const(false), main = round.main_left;
    if (!main.valid()) main = exprs.bool_const(false);
    std::map<ir::ThreadId, Expr> stopped;
    for (const Round::Wait& wait : round.waits) {
        const auto [entry, fresh] = stopped.try_emplace(wait.thread, wait.condition);
        if (!fresh) entry->second = exprs.disjunction(entry->second, wait.condition);
        if (wait.thread == 0) main = exprs.disjunction(main, wait.condition);
        if (wait.mutex) some = exprs.disjunction(some, wait.condition);
    }
    for (const auto& [thread, waits] : stopped)
        round.builder.set_completed(thread,
                                    exprs.disjunction(round.builder.completed(thread), waits));
    round.builder.set_condition(
        {ir::Quantifier::NotExists, exprs.conjunction(main, some), "threads wait forever"});
}

}  // namespace fencepost::frontend::llvm_ir
