// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Binary clocks: each node has a number of ceil(log2 n) bits, and an edge that is there goes to
// a larger number. The smallest encoding for large dense graphs; it propagates late, when
// numbers are nearly known. CBMC's memory models are encoded like this (Alglave, Kroening,
// Tautschnig, "Partial Orders for Efficient Bounded Model Checking", CAV 2013).
//
// less(u, v) is one-sided, bit by bit from the highest: s says "u < v on the bits from here
// down", so u's bit is not above v's, and if the two are equal, s holds one bit further down.
#include <bit>
#include <unordered_map>

#include "encoders/acyclic_cnf.h"

namespace fencepost::encoders {

bool encode_by_clocks(const OrderGraph& graph, Gates& gates, size_t limit) {
    const auto width = static_cast<size_t>(std::bit_width(graph.nodes - 1));
    if (3 * width * graph.edges.size() > limit) return false;
    std::vector<Lit> bits(graph.nodes * width);
    for (Lit& bit : bits) bit = gates.fresh();
    std::unordered_map<uint64_t, Lit> less;
    for (const OrderEdge& e : graph.edges) {
        if (e.from == e.to) {
            gates.add({-e.literal});
            continue;
        }
        const uint64_t key = uint64_t{e.from} << 32 | e.to;
        if (const auto it = less.find(key); it != less.end()) {
            gates.add({-e.literal, it->second});
            continue;
        }
        // Parallel edges share the comparison, so it needs a literal of its own.
        Lit s = gates.fresh();
        gates.add({-e.literal, s});
        less[key] = s;
        for (size_t i = width; i-- > 0;) {
            const Lit u = bits[e.from * width + i], v = bits[e.to * width + i];
            const Lit rest = i == 0 ? false_lit : gates.fresh();
            gates.add({-s, -u, v});
            gates.add({-s, -u, rest});
            gates.add({-s, v, rest});
            s = rest;
        }
    }
    return true;
}

}  // namespace fencepost::encoders
