// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// How a model is to be encoded, decided once for all programs.
#pragma once

#include <memory>
#include <optional>

#include "encoders/automaton.h"

namespace fencepost::encoders {

struct AxiomPlan {
    const models::Axiom* axiom = nullptr;
    /// Expressed by clauses about accesses of one location (encoders/coherence.h).
    bool is_coherence = false;
    /// Acyclic and irreflexive axioms: with recursion groups unfolded, and with recursion
    /// variables as letters, for programs in which these are constant.
    Automaton unfolded, folded;
    /// Recursion variables that `unfolded` replaces.
    std::vector<Term> variables;
};

class Plan {
  public:
    /// Throws ir::Unsupported if rf, co or fr are used negatively. The model must outlive it.
    explicit Plan(const models::Model& model);

    const models::Model& model() const { return model_; }
    const Facts& facts() const { return facts_; }
    const std::vector<AxiomPlan>& axioms() const { return axioms_; }
    bool is_coherent() const { return facts_.implies_coherence(); }
    /// No axiom keeps co acyclic by itself.
    bool needs_co_order() const { return needs_co_order_; }
    /// A term whose pairs must be known exactly, for it is used negatively.
    bool is_exact(Term t) const { return polarity_[t.index].negative; }

  private:
    const models::Model& model_;
    Facts facts_;
    std::vector<models::Polarity> polarity_;
    std::vector<AxiomPlan> axioms_;
    bool needs_co_order_ = true;
};

/// A plan for this model, remembered from the last call on this thread if the model is equal.
std::shared_ptr<const Plan> plan_for(const models::Model& model);

}  // namespace fencepost::encoders
