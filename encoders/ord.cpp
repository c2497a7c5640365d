// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Decisions: where reads of other threads' writes read from first ("interference variables
// first", Fan, Liu, He, Chen, Wang, Zhao, "Interference relation-guided SMT solving for
// multi-threaded program verification", PPoPP 2022).
#include "encoders/ord.h"

#include <algorithm>

#include "encoders/cnf_data.h"
#include "encoders/order_theory.h"
#include "encoders/session.h"
#include "solvers/cadical.h"

namespace fencepost::encoders {

namespace {

/// rf between threads, as far as the theory observes it.
std::vector<Lit> interference(Problem& problem, const std::vector<Lit>& observed) {
    std::vector<Lit> literals;
    const Frame& frame = problem.frame();
    for (EventId r : frame.reads()) {
        for (EventId w : frame.sources(r).writes) {
            const Lit literal = problem.choices().rf(w, r);
            if (frame.program().event(w).thread != frame.program().event(r).thread &&
                std::binary_search(observed.begin(), observed.end(), literal))
                literals.push_back(literal);
        }
    }
    return literals;
}

}  // namespace

ir::Answer ord(const ir::Program& program, const models::Model& model, const ir::Question& question,
               const ir::Limits& limits) {
    return answer_or_give_up([&] {
        OrderTheory theory;
        solvers::Cadical solver;
        Gates gates(solver);
        CnfData data(program, gates, solver);
        const std::function<void()> poll = [&] {
            if (const char* why = limits.exceeded()) throw GiveUp{why};
        };
        Problem problem(program, plan_for(model), gates, data, theory, poll);
        const std::vector<Lit> observed = theory.observed();
        if (!observed.empty()) {
            theory.set_decisions(interference(problem, observed));
            solver.connect(theory, observed);
        }
        ir::Answer answer = ask(problem, solver, question, limits);
        answer.stats.emplace_back("order edges", static_cast<double>(theory.stats().edges));
        answer.stats.emplace_back("order conflicts", static_cast<double>(theory.stats().conflicts));
        answer.stats.emplace_back("order propagations",
                                  static_cast<double>(theory.stats().propagations));
        return answer;
    });
}

}  // namespace fencepost::encoders
