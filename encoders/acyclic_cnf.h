// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Acyclicity in pure CNF. Each encoding keeps one strongly connected graph acyclic; CnfOrders
// picks one by size. To add an encoding, add a file and a line in encoders/acyclicity.def.
#pragma once

#include "encoders/order_graph.h"

namespace fencepost::encoders {

/// Vertex elimination. False, with nothing added, if it would take more than `limit` clauses.
bool encode_by_elimination(const OrderGraph& graph, Gates& gates, size_t limit);

/// A number for each node, edges go upwards; numbers in binary.
bool encode_by_clocks(const OrderGraph& graph, Gates& gates, size_t limit);

/// Explicit transitive closure.
bool encode_by_closure(const OrderGraph& graph, Gates& gates, size_t limit);

struct AcyclicityEncoding {
    const char* name;
    bool (*encode)(const OrderGraph& graph, Gates& gates, size_t limit);
};

/// All of them, for tests and options.
const std::vector<AcyclicityEncoding>& acyclicity_encodings();

class CnfOrders final : public OrderSink {
  public:
    explicit CnfOrders(Gates& gates) : gates_(gates) {}
    void require_acyclic(const OrderGraph& graph) override;

  private:
    Gates& gates_;
};

}  // namespace fencepost::encoders
