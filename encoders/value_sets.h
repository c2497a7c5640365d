// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Which values can an expression have? Small sets of constants, or "any". For addresses: two
// accesses alias only if their sets meet.
#pragma once

#include <optional>
#include <vector>

#include "ir/program.h"

namespace fencepost::encoders {

/// Sorted; nullopt = any value.
using ValueSet = std::optional<std::vector<uint64_t>>;

bool may_meet(const ValueSet& a, const ValueSet& b);

/// By event.
struct ValueSets {
    /// Addresses of accesses, empty for other events.
    std::vector<ValueSet> addresses;
    /// Values of reads, empty for other events.
    std::vector<ValueSet> reads;
};

ValueSets find_value_sets(const ir::Program& program);

}  // namespace fencepost::encoders
