// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// irreflexive(r) by reachability: eagerly, as clauses, or lazily, as a graph that is searched
// when the solver has found a solution.
#pragma once

#include <functional>

#include "encoders/product.h"

namespace fencepost::encoders {

/// Paths that must not be closed: from `start` to `end` while both conditions hold.
struct ReturnGraph {
    struct Edge {
        uint32_t to;
        Lit literal;
    };
    struct End {
        uint32_t node;
        /// The first step, and the filter at the end.
        Lit first, passes;
    };
    struct Start {
        uint32_t node;
        std::vector<End> ends;
    };

    std::vector<std::vector<Edge>> edges;
    std::vector<Start> starts;

    /// Clauses that the current solution violates, at most one for each start.
    std::vector<std::vector<Lit>> violated(const std::function<bool(Lit)>& value) const;
};

struct ReturnOptions {
    /// From how many clauses on to be lazy; 0 = never.
    size_t lazy_from = 30'000;
};

/// No path of the automaton leads from an event back to itself. If that is to be seen to
/// lazily, gives back the graph.
std::optional<ReturnGraph> forbid_return(const Automaton& automaton, Product& product,
                                         uint32_t nodes, Gates& gates, const ReturnOptions& options,
                                         const std::function<void()>& poll);

}  // namespace fencepost::encoders
