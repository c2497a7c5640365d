// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// IPASIR-UP (Fazekas, Niemetz, Preiner, Kirchweger, Szeider, Biere: "IPASIR-UP: User
// Propagators for CDCL", SAT 2023), in the two forms that exist: CaDiCaL 1.6 to 2.0 reports one
// literal at a time, fixed ones only once and at whatever level it is, and knows no forgettable
// clauses; from 2.1 on it reports vectors, again after each backtrack, and asks whether a clause
// may be forgotten. Clauses of ours follow from the theory, so they may.
// This is the only file that knows the difference.
//
// Clauses travel literal by literal and end with 0. A clause is copied here when its first
// literal is asked for, since the theory may reuse its buffer.
#include "solvers/cadical_propagator.h"

namespace fencepost::solvers {

namespace {

/// Clauses on their way to the solver; the same for every version.
template <class Base>
class Common : public Base {
  public:
    explicit Common(Propagator& propagator) : theory_(propagator) {}

    void notify_new_decision_level() override { theory_.new_level(); }
    void notify_backtrack(size_t level) override { theory_.backtrack(level); }
    bool cb_check_found_model(const std::vector<int>& /*model*/) override {
        return theory_.accepts_model();
    }
    int cb_decide() override { return theory_.decide(); }
    int cb_propagate() override { return theory_.propagate(); }
    int cb_add_reason_clause_lit(int propagated) override {
        if (!reason_open_) {
            const auto clause = theory_.explain(propagated);
            reason_.assign(clause.begin(), clause.end());
            reason_open_ = true;
            next_reason_ = 0;
        }
        if (next_reason_ < reason_.size()) return reason_[next_reason_++];
        reason_open_ = false;
        return 0;
    }
    int cb_add_external_clause_lit() override {
        if (next_clause_ < clause_.size()) return clause_[next_clause_++];
        return 0;
    }

  protected:
    bool fetch_conflict() {
        const auto clause = theory_.conflict();
        if (clause.empty()) return false;
        clause_.assign(clause.begin(), clause.end());
        next_clause_ = 0;
        return true;
    }

    Propagator& theory_;
    std::vector<int> reason_, clause_;
    size_t next_reason_ = 0, next_clause_ = 0;
    bool reason_open_ = false;
};

template <class Base>
concept ReportsVectors =
    requires(Base& base, const std::vector<int>& literals) { base.notify_assignment(literals); };

/// CaDiCaL 1.6 to 2.0.
template <class Base, bool = ReportsVectors<Base>>
class Adapter final : public Common<Base> {
  public:
    using Common<Base>::Common;
    void notify_assignment(int literal, bool is_fixed) override {
        this->theory_.assign(literal, is_fixed);
    }
    bool cb_has_external_clause() override { return this->fetch_conflict(); }
};

/// From CaDiCaL 2.1 on.
template <class Base>
class Adapter<Base, true> final : public Common<Base> {
  public:
    explicit Adapter(Propagator& propagator) : Common<Base>(propagator) {
        this->are_reasons_forgettable = true;
    }
    void notify_assignment(const std::vector<int>& literals) override {
        for (int literal : literals) this->theory_.assign(literal, false);
    }
    bool cb_has_external_clause(bool& is_forgettable) override {
        is_forgettable = true;
        return this->fetch_conflict();
    }
};

}  // namespace

std::unique_ptr<CaDiCaL::ExternalPropagator> adapt(Propagator& propagator) {
    return std::make_unique<Adapter<CaDiCaL::ExternalPropagator>>(propagator);
}

}  // namespace fencepost::solvers
