// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
#include "encoders/sat.h"

#include "encoders/acyclic_cnf.h"
#include "encoders/cnf_data.h"
#include "encoders/session.h"
#include "solvers/cadical.h"

namespace fencepost::encoders {

ir::Answer sat(const ir::Program& program, const models::Model& model, const ir::Question& question,
               const ir::Limits& limits) {
    return answer_or_give_up([&] {
        solvers::Cadical solver;
        Gates gates(solver);
        CnfData data(program, gates, solver);
        CnfOrders orders(gates);
        const std::function<void()> poll = [&] {
            if (const char* why = limits.exceeded()) throw GiveUp{why};
        };
        Problem problem(program, plan_for(model), gates, data, orders, poll);
        return ask(problem, solver, question, limits);
    });
}

}  // namespace fencepost::encoders
