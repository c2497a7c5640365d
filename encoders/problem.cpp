// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Putting the parts together, and final memory: the final value of a place is that of the
// write there which has no other one behind it in co. "w' is not behind w" is said as "w' is
// not there, or it is before w": co(w', w) is exact where both are there, and only there.
#include "encoders/problem.h"

#include <chrono>
#include <utility>

#include "encoders/races.h"

namespace fencepost::encoders {

using ir::Expr;
using ir::ExprNode;
using ir::Op;

Problem::Problem(const ir::Program& program, std::shared_ptr<const Plan> plan, Gates& gates,
                 Data& data, OrderSink& orders, const std::function<void()>& poll,
                 const ReturnOptions& options)
    : program_(program),
      plan_(std::move(plan)),
      gates_(gates),
      data_(data),
      frame_(program, *plan_, poll),
      bounds_(frame_, *plan_, poll),
      protection_(frame_, *plan_, bounds_, poll),
      choices_(frame_, gates, data, *plan_, protection_),
      support_(program),
      is_defined_(program.exprs().size(), 0) {
    const auto start = std::chrono::steady_clock::now();
    for (EventId r : frame_.reads()) data_.restrict_read(program.event(r).value, frame_.values(r));
    poll();
    gates_.set_poll(poll);
    choices_.encode();
    lazy_ = encode_axioms(*plan_, choices_, protection_, bounds_, orders, options, poll);
    encode_questions(poll);
    gates_.set_poll({});
    encode_seconds_ =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

void Problem::encode_questions(const std::function<void()>& poll) {
    std::vector<Lit> completed, cuts, failures;
    for (const ir::Thread& thread : program_.threads())
        completed.push_back(data_.condition(thread.completed));
    complete_ = gates_.conjunction(std::move(completed));
    for (const ir::Cut& cut : program_.cuts()) cuts.push_back(data_.condition(cut.guard));
    cut_ = gates_.disjunction(std::move(cuts));
    for (EventId id = 0; id < frame_.events(); ++id) {
        const ir::Event& e = program_.event(id);
        if (e.kind != ir::EventKind::Assert) continue;
        has_assertions_ = true;
        failures.push_back(gates_.conjunction(choices_.happens(id), -data_.condition(e.value)));
    }
    if (program_.forbids_races()) {
        has_assertions_ = true;
        failures.push_back(encode_races(choices_, poll));
    }
    failure_ = gates_.disjunction(std::move(failures));
    if (!program_.condition()) return;
    use_final_memory(program_.condition()->proposition);
    proposition_ = data_.condition(program_.condition()->proposition);
}

bool Problem::refine(solvers::Backend& backend) {
    std::vector<std::vector<Lit>> clauses;
    for (const ReturnGraph& graph : lazy_)
        for (std::vector<Lit>& clause :
             graph.violated([&](Lit literal) { return backend.value(literal); }))
            clauses.push_back(std::move(clause));
    for (const std::vector<Lit>& clause : clauses) gates_.add(clause);
    return !clauses.empty();
}

std::vector<Lit> Problem::goal() {
    std::vector<Lit> literals{-choices_.outside(), -choices_.overlap()};
    if (has_assertions_ || !program_.condition()) {
        literals.push_back(failure_);
    } else {
        const bool is_forall = program_.condition()->quantifier == ir::Quantifier::Forall;
        literals.push_back(complete_);
        literals.push_back(is_forall ? -proposition_ : proposition_);
    }
    std::erase(literals, true_lit);
    return literals;
}

void Problem::use_final_memory(Expr root) {
    std::vector<Expr> stack{root};
    while (!stack.empty()) {
        const Expr e = stack.back();
        stack.pop_back();
        if (!e.valid() || is_defined_[e.index]) continue;
        is_defined_[e.index] = 1;
        const ExprNode& node = program_.exprs().node(e);
        if (node.op == Op::Final) define_final(e);
        for (Expr operand : {node.a, node.b, node.c}) stack.push_back(operand);
    }
}

Lit Problem::present(EventId write, const ir::Location& location) {
    return gates_.conjunction(choices_.happens(write), choices_.at(write, location));
}

void Problem::define_final(Expr e) {
    const ExprNode& node = program_.exprs().node(e);
    const ir::Location location{node.imm, static_cast<uint8_t>(node.width / 8)};
    std::vector<std::pair<EventId, Lit>> writes;
    std::vector<Lit> untouched;
    for (EventId w : frame_.writes()) {
        const Lit there = present(w, location);
        if (there == false_lit) continue;
        writes.emplace_back(w, there);
        untouched.push_back(-there);
    }
    for (const auto& [w, there] : writes) {
        std::vector<Lit> is_last{there};
        for (const auto& [other, other_there] : writes)
            if (other != w)
                is_last.push_back(gates_.disjunction(-other_there, choices_.co(other, w)));
        data_.imply_equal(gates_.conjunction(std::move(is_last)), e, program_.event(w).value);
    }
    const Lit is_initial = gates_.conjunction(std::move(untouched));
    if (const auto initial = program_.initial_value(location.address, location.size))
        data_.imply_equal(is_initial, e, *initial);
}

}  // namespace fencepost::encoders
