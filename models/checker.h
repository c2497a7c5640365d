// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Does a model allow an execution? This is the reference that judges all engines: it
// evaluates the model's terms, nothing else. It does not ask whether the execution's values
// are right (that is replay), only whether its relations satisfy the axioms.
//
//   Checker checker(model, program);
//   for (…) if (checker.consistent(execution)) …
//   Judgement j = checker.explain(execution);
//
// Consecutive executions may share work, so one checker should see related ones in a row. Not
// for use by several threads at once; make one checker per thread.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "models/term_values.h"

namespace fencepost::models {

struct Edge {
    Node from, to;
    /// The most specific relation with a name that this edge is in: "rf", "ppo", "sync"…
    std::string relation;
};

struct Judgement {
    bool consistent = true;
    /// The first violated axiom in the model's order; its name.
    size_t axiom = 0;
    std::string_view axiom_name;
    /// explain() only. For acyclic and irreflexive: a cycle, the last edge leads back to the
    /// first node. For empty: the ways in which a pair that should not exist is connected.
    std::vector<Edge> edges;
};

/// Pairs of a relation; for a set, pairs of equal nodes.
using Relation = std::vector<std::pair<Node, Node>>;

class Checker {
  public:
    /// Both must outlive the checker.
    Checker(const Model& model, const ir::Program& program);

    /// All axioms hold. Fast: cheap axioms first, stops at the first violation.
    bool consistent(const ir::Execution& execution);
    /// Also says which axiom is violated.
    Judgement check(const ir::Execution& execution);
    /// Also says why.
    Judgement explain(const ir::Execution& execution);
    /// The value of any term, for pictures.
    Relation evaluate(const ir::Execution& execution, Term term);

  private:
    bool holds(size_t axiom);

    const Model& model_;
    TermValues values_;
    /// By axiom.
    std::vector<Schedule> schedules_;
    /// Axioms, cheap ones first.
    std::vector<size_t> order_;
};

/// "a: W x" for people: an event by thread and position, an initial write by location.
std::string to_string(const ir::Program& program, const Node& node);

}  // namespace fencepost::models
