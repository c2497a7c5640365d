// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
#include "encoders/smt.h"

#include "encoders/session.h"
#include "encoders/smt_data.h"

namespace fencepost::encoders {

ir::Answer smt(const ir::Program& program, const models::Model& model, const ir::Question& question,
               const ir::Limits& limits) {
    return answer_or_give_up([&] {
        solvers::Z3 solver;
        Gates gates(solver);
        SmtData data(program, solver);
        const std::function<void()> poll = [&] {
            if (const char* why = limits.exceeded()) throw GiveUp{why};
        };
        SmtOrders orders(solver, poll);
        Problem problem(program, plan_for(model), gates, data, orders, poll);
        return ask(problem, solver, question, limits);
    });
}

}  // namespace fencepost::encoders
