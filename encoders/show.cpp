// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// A proof has to be about a fixed formula, so `prove` records the clauses first, with the goal
// as units, and then hands CaDiCaL exactly what is in the file.
#include "encoders/show.h"

#include <fmt/format.h>

#include <fstream>

#include "encoders/acyclic_cnf.h"
#include "encoders/cnf_data.h"
#include "encoders/session.h"
#include "encoders/smt_data.h"
#include "ir/errors.h"
#include "solvers/cadical.h"
#include "solvers/dimacs.h"

namespace fencepost::encoders {

namespace {

const std::function<void()> never_stop = [] {};
/// A formula on paper must be complete.
constexpr ReturnOptions eager{.lazy_from = 0};

/// Everything that is needed to write a formula.
struct CnfProblem {
    CnfProblem(const ir::Program& program, const models::Model& model)
        : gates(dimacs),
          data(program, gates, dimacs),
          orders(gates),
          problem(program, plan_for(model), gates, data, orders, never_stop, eager) {}

    solvers::Dimacs dimacs;
    Gates gates;
    CnfData data;
    CnfOrders orders;
    Problem problem;
};

std::string describe(const ir::Program& program, EventId id) {
    const ir::Event& e = program.event(id);
    return fmt::format("e{} ({} {} of {})", id, ir::name(e.kind), e.position,
                       program.threads()[e.thread].name);
}

void add_comments(CnfProblem& p) {
    const ir::Program& program = p.problem.program();
    const Frame& frame = p.problem.frame();
    Choices& choices = p.problem.choices();
    const auto note = [&](Lit literal, const std::string& text) {
        if (!is_constant(literal)) p.dimacs.comment(fmt::format("{} {}", literal, text));
    };
    p.dimacs.comment(fmt::format("{} under {}", program.name(), p.problem.model().title));
    p.dimacs.comment("1 is true; LITERAL MEANING follows");
    for (EventId e = 0; e < frame.events(); ++e)
        note(choices.happens(e), describe(program, e) + " happens");
    for (EventId r : frame.reads()) {
        for (EventId w : frame.sources(r).writes)
            note(choices.rf(w, r), fmt::format("rf e{} e{}", w, r));
        note(choices.initial(r), fmt::format("rf initial e{}", r));
        const Bits& bits = p.data.blaster().bits(program.event(r).value);
        for (size_t i = 0; i < bits.size(); ++i) note(bits[i], fmt::format("e{} bit {}", r, i));
    }
    for (EventId a : frame.writes())
        frame.may_co().for_each(
            a, [&](uint32_t b) { note(choices.co(a, b), fmt::format("co e{} e{}", a, b)); });
}

}  // namespace

std::string to_dimacs(const ir::Program& program, const models::Model& model) {
    CnfProblem p(program, model);
    add_comments(p);
    return p.dimacs.text(p.problem.goal());
}

std::string to_smt_lib(const ir::Program& program, const models::Model& model) {
    solvers::Z3 solver;
    Gates gates(solver);
    SmtData data(program, solver);
    SmtOrders orders(solver);
    Problem problem(program, plan_for(model), gates, data, orders, never_stop, eager);
    return solver.to_smt_lib(problem.goal());
}

solvers::Result prove(const ir::Program& program, const models::Model& model,
                      const ir::Limits& limits, const std::string& proof_path,
                      const std::string& cnf_path) {
    CnfProblem p(program, model);
    const std::vector<Lit> goal = p.problem.goal();
    if (!cnf_path.empty()) {
        std::ofstream file(cnf_path);
        file << p.dimacs.text(goal);
        if (!file.flush()) throw ir::InputError({cnf_path, 0, 0}, "cannot write the formula");
    }
    if (!std::ofstream(proof_path))
        throw ir::InputError({proof_path, 0, 0}, "cannot write the proof");
    solvers::Cadical solver(proof_path);
    p.dimacs.copy_to(solver);
    for (Lit literal : goal) solver.add({literal});
    const solvers::Result result = solver.solve({}, interrupt_for(limits));
    solver.close_proof();
    return result;
}

}  // namespace fencepost::encoders
