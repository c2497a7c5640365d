// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Data races as C11 defines them, on one execution: two accesses of different threads to
// overlapping bytes, one of them a write, one of them not atomic, unordered by
// happens-before.
#pragma once

#include <optional>
#include <utility>

#include "ir/execution.h"
#include "ir/program.h"

namespace fencepost::ir {

// What synchronises, and what can race.
bool is_release(Order order);
bool is_acquire(Order order);
/// A read or a write that is not atomic.
bool is_plain(const Event& e);

/// The two accesses of a race, the first one in order of events; nullopt if there is none.
std::optional<std::pair<EventId, EventId>> find_race(const Program& program,
                                                     const Execution& execution);

}  // namespace fencepost::ir
