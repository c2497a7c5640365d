// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// What the text of a model says about its relations in every program: inclusions that follow
// from the shape of terms, recursion groups that are reachability in disguise, and whether
// initial writes can matter.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "models/analysis.h"
#include "models/model.h"

namespace fencepost::encoders {

using models::Term;
using models::TermOp;

/// A recursion group over two kinds of nodes, as POWER's ii, ic, ci, cc: variable [p][q] holds
/// of (e, f) iff a path leads from node p of e to node q of f, with at least one step of
/// `steps[p][q]`; besides, node 0 of an event leads to its node 1.
struct TwoColourGroup {
    /// Recursion variables, by colour of both ends.
    std::array<std::array<uint32_t, 2>, 2> variable;
    /// Relations that are steps; none of them contains a variable of the group.
    std::array<std::array<std::vector<Term>, 2>, 2> steps;
};

class Facts {
  public:
    explicit Facts(const models::Model& model);

    bool is_static(Term t) const { return static_[t.index]; }
    bool implies_coherence() const { return coherent_; }
    bool implies_atomicity() const { return atomic_; }

    /// Every pair of `t` is one of `r`; of r's transitive closure; of its reflexive one too.
    /// False means "not seen".
    bool included(Term t, Term r) const;
    bool included_in_plus(Term t, Term r) const;
    bool included_in_star(Term t, Term r) const;
    /// t contains all pairs of a base relation between threads.
    bool contains_between_threads(models::BaseRelation relation, Term t) const;
    /// t has only pairs of rf, co and fr.
    bool is_communication(Term t) const;
    /// t has pairs (e, f) only where e is before f in one thread.
    bool is_forward(Term t) const;
    /// No cycle of t is possible when all axioms hold.
    bool is_acyclic(Term t) const;

    const std::optional<TwoColourGroup>& two_colour(uint32_t group) const { return groups_[group]; }
    /// Axioms cannot be judged without the initial writes as nodes.
    bool needs_initial_writes() const { return needs_initial_; }

  private:
    std::optional<TwoColourGroup> recognise(uint32_t group) const;
    void collect_alternatives(Term t, std::vector<Term>& out) const;
    bool find_initial_use() const;

    const models::Model& model_;
    const models::TermPool& pool_;
    std::vector<bool> static_;
    bool coherent_, atomic_;
    std::vector<std::optional<TwoColourGroup>> groups_;
    bool needs_initial_ = false;
};

}  // namespace fencepost::encoders
