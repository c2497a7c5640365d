// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// A thin adapter. Small problems matter as much as large ones here (a litmus test takes less
// than a millisecond), so nothing is configured that costs time at the start.
#include "solvers/cadical.h"

#include "solvers/cadical_propagator.h"

namespace fencepost::solvers {

namespace {

class Poll final : public CaDiCaL::Terminator {
  public:
    bool terminate() override { return interrupt != nullptr && interrupt->requested(); }
    const Interrupt* interrupt = nullptr;
};

}  // namespace

struct Cadical::Impl {
    Poll poll;
    std::unique_ptr<CaDiCaL::ExternalPropagator> propagator;
    CaDiCaL::Solver solver;
};

Cadical::Cadical(const std::string& proof) : impl_(std::make_unique<Impl>()) {
    CaDiCaL::Solver& s = impl_->solver;
    s.set("quiet", 1);
    if (!proof.empty()) {
        s.set("binary", 0);
        s.trace_proof(proof.c_str());
    }
    s.connect_terminator(&impl_->poll);
    add({true_lit});
}

Cadical::~Cadical() {
    if (impl_->propagator) impl_->solver.disconnect_external_propagator();
    impl_->solver.disconnect_terminator();
}

void Cadical::add(std::span<const Lit> clause) {
    for (Lit literal : clause) impl_->solver.add(literal);
    impl_->solver.add(0);
    ++clauses_;
}

Result Cadical::solve(std::span<const Lit> assumptions, const Interrupt& interrupt) {
    if (interrupt.requested()) return Result::Stopped;
    for (Lit literal : assumptions) impl_->solver.assume(literal);
    impl_->poll.interrupt = &interrupt;
    const int result = impl_->solver.solve();
    impl_->poll.interrupt = nullptr;
    return result == 10 ? Result::Sat : result == 20 ? Result::Unsat : Result::Stopped;
}

bool Cadical::value(Lit literal) {
    if (literal > impl_->solver.vars()) return false;
    if (-literal > impl_->solver.vars()) return true;
    return impl_->solver.val(literal) > 0;
}

Statistics Cadical::statistics() const {
    return {{"variables", static_cast<double>(variables_)},
            {"clauses", static_cast<double>(clauses_)},
            {"learned", static_cast<double>(impl_->solver.redundant())}};
}

void Cadical::connect(Propagator& propagator, std::span<const Lit> observed) {
    impl_->propagator = adapt(propagator);
    impl_->solver.connect_external_propagator(impl_->propagator.get());
    for (Lit literal : observed) impl_->solver.add_observed_var(literal < 0 ? -literal : literal);
}

void Cadical::prefer(Lit literal) { impl_->solver.phase(literal); }

void Cadical::close_proof() { impl_->solver.close_proof_trace(); }

}  // namespace fencepost::solvers
