// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// The transitive closure as n² variables: an edge is in it, it is closed under prepending an
// edge, and it has no loop. n·m clauses. Propagates as well as elimination; kept as the plain
// encoding that the others are compared with, and for graphs of a few nodes.
#include "encoders/acyclic_cnf.h"

namespace fencepost::encoders {

bool encode_by_closure(const OrderGraph& graph, Gates& gates, size_t limit) {
    const size_t n = graph.nodes;
    if (n * graph.edges.size() > limit) return false;
    std::vector<Lit> before(n * n);
    for (size_t i = 0; i < n * n; ++i) before[i] = i / n == i % n ? false_lit : gates.fresh();
    for (const OrderEdge& e : graph.edges) {
        gates.add({-e.literal, before[e.from * n + e.to]});
        for (size_t v = 0; v < n; ++v)
            if (v != e.to) gates.add({-e.literal, -before[e.to * n + v], before[e.from * n + v]});
    }
    return true;
}

}  // namespace fencepost::encoders
