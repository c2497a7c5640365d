// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Why is a pair of events in a relation? Walks down the term until it finds relations that
// have names. Slow and only for messages.
#pragma once

#include <functional>
#include <vector>

#include "models/checker.h"

namespace fencepost::models {

class Explainer {
  public:
    /// `value` gives the value of any term in the execution that is explained.
    using ValueOf = std::function<const BitMatrix&(Term)>;

    Explainer(const Model& model, const std::vector<Node>& nodes, ValueOf value);

    /// Edges that show the violation of the axiom; empty if it holds.
    std::vector<Edge> violation(const Axiom& axiom);

  private:
    void explain_edge(Term term, uint32_t from, uint32_t to);
    void explain(Term term, uint32_t from, uint32_t to, std::string_view enclosing, int depth);
    void explain_all_conjuncts(Term term, uint32_t from, uint32_t to);
    void explain_path(Term step, uint32_t from, uint32_t to, int depth);
    void add(uint32_t from, uint32_t to, std::string relation);

    const Model& model_;
    const std::vector<Node>& nodes_;
    ValueOf value_;
    std::vector<Edge> edges_;
};

}  // namespace fencepost::models
