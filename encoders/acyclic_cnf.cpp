// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Vertex elimination propagates best and is small for the sparse graphs that programs give; on
// dense ones its fill-in grows cubically, and then binary clocks are the safe choice.
#include "encoders/acyclic_cnf.h"

#include <bit>
#include <limits>

namespace fencepost::encoders {

const std::vector<AcyclicityEncoding>& acyclicity_encodings() {
    static const std::vector<AcyclicityEncoding> all = {
#define ACYCLICITY(name, function) {name, function},
#include "encoders/acyclicity.def"
#undef ACYCLICITY
    };
    return all;
}

void CnfOrders::require_acyclic(const OrderGraph& graph) {
    // As many clauses as clocks would take are well spent; small graphs are always eliminated.
    const auto width = static_cast<size_t>(std::bit_width(graph.nodes));
    const size_t limit = 20'000 + 3 * width * graph.edges.size();
    if (!encode_by_elimination(graph, gates_, limit))
        encode_by_clocks(graph, gates_, std::numeric_limits<size_t>::max());
}

}  // namespace fencepost::encoders
