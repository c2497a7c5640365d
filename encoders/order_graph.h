// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// A graph that must have no cycle, whose edges are there or not depending on literals. This is
// the common form of all orders: each engine has its own way to keep such a graph acyclic
// (CNF, integers, a propagator).
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "encoders/gates.h"

namespace fencepost::encoders {

struct OrderEdge {
    uint32_t from = 0, to = 0;
    /// true_lit: always there.
    Lit literal = true_lit;
};

struct OrderGraph {
    uint32_t nodes = 0;
    std::vector<OrderEdge> edges;
};

/// Keeps graphs acyclic.
class OrderSink {
  public:
    virtual ~OrderSink() = default;
    /// The graph is strongly connected and has no cycle of edges that are always there.
    virtual void require_acyclic(const OrderGraph& graph) = 0;
};

/// A graph whose literals are made only for edges that matter.
struct DraftGraph {
    struct Edge {
        uint32_t from = 0, to = 0;
        bool is_sure = false;
        /// For the caller, to make the literal.
        uint32_t tag = 0;
    };
    uint32_t nodes = 0;
    std::vector<Edge> edges;
};

/// Requires the graph to be acyclic: splits it into strongly connected components, leaves out
/// edges that sure edges imply, forbids edges that would close a cycle of sure ones, and hands
/// the rest to the sink. `literal` is called once for each edge that is left or forbidden;
/// false_lit removes the edge.
void require_acyclic(DraftGraph graph, const std::function<Lit(const DraftGraph::Edge&)>& literal,
                     Gates& gates, OrderSink& sink);

}  // namespace fencepost::encoders
