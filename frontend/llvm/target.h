// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// C11 atomics as machine code: which fences stand around an access of a given order.
// POWER by the leading-sync mapping; x86 needs a fence only behind sequentially consistent
// stores, its read-modify-writes are locked; PSO is like it, and additionally keeps a
// release store behind earlier stores (SPARC's stbar, here sfence).
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "ir/event.h"

namespace fencepost::frontend {

enum class Target : uint8_t {
    Sc,
    Tso,
    Pso,
    Power,
    /// No machine: events keep their C11 orders, fences are C11 fences.
    None,
};

std::optional<Target> find_target(std::string_view name);

namespace llvm_ir {

enum class AccessKind : uint8_t { Load, Store, ReadModifyWrite };

struct Mapping {
    std::vector<ir::FenceKind> before, after;
    /// The read is followed by a branch that depends on it (`cmp; bc`), before `after`.
    bool branch = false;
    /// What the event says.
    ir::Order order = ir::Order::Plain;
};

Mapping map_access(Target target, AccessKind kind, ir::Order order);
/// The fences that atomic_thread_fence becomes; C11 on no machine.
std::vector<ir::FenceKind> map_fence(Target target, ir::Order order);

}  // namespace llvm_ir

}  // namespace fencepost::frontend
