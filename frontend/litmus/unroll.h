// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// The control flow of one thread with its loops unrolled: an acyclic graph of
// instruction instances.
#pragma once

#include <optional>
#include <vector>

#include "frontend/litmus/machine.h"

namespace fencepost::frontend::litmus {

constexpr uint32_t no_node = UINT32_MAX;

struct Node {
    /// Number of instructions: the end of the thread.
    uint32_t instruction = 0;
    /// Where control goes when it does not jump, and when it does.
    uint32_t next = no_node;
    uint32_t target = no_node;
    /// The jump would exceed the bound.
    bool cut = false;
};

/// Nodes in topological order, the first one starts the thread. A jump back to one address
/// is taken at most `bound` times. No value: the graph would be too large.
std::optional<std::vector<Node>> unroll(const std::vector<Instruction>& code, int bound);

}  // namespace fencepost::frontend::litmus
