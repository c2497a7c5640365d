// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// One execution of a program: which events happened, with which values, where every
// read read from (rf) and in which order the writes of each location reached memory
// (co). It is what every engine returns and what every witness is made of; whether a
// model allows it is for models/ to say. Together with the program it is one
// Shasha-Snir trace (po, rf, co).
//
// A value may not depend on itself: the graph "is computed from" (ir/support.h: the reads
// that occur in the guard, address and value of an event as they stand in the program, and
// rf) has no cycle. herd has the same rule, and every shipped model implies it.
//
// A lock that finds its mutex taken waits forever: it reads the last write of the mutex in co.
// (Had a later write freed the mutex, the lock would have seen that: it has no event behind
// it, so nothing keeps it from reading later.) So a thread stops at a lock only if the mutex
// is never freed again, and executions that only differ in failed attempts are one.
#pragma once

#include <cstdint>
#include <vector>

#include "ir/event.h"

namespace fencepost::ir {

class Program;

/// Source of a read that sees initial memory.
constexpr EventId initial_write = UINT32_MAX - 1;

/// A location is what accesses of one address and size share.
struct Location {
    uint64_t address = 0;
    uint8_t size = 8;

    auto operator<=>(const Location&) const = default;
};

/// Writes of one location in coherence order; the initial write is before all of them.
struct CoherenceOrder {
    Location location;
    std::vector<EventId> writes;

    bool operator==(const CoherenceOrder&) const = default;
};

struct Execution {
    // Indexed by EventId.
    std::vector<uint8_t> executed;
    /// Reads and writes: the value. Branch, assume, assert: the condition.
    std::vector<uint64_t> value;
    /// Accesses.
    std::vector<uint64_t> address;
    /// Executed reads: a write event or `initial_write`; `no_event` elsewhere.
    std::vector<EventId> rf;

    /// Sorted by location; one entry for each location that an executed event accesses
    /// (its list may be empty).
    std::vector<CoherenceOrder> co;
    /// Indexed by input.
    std::vector<uint64_t> inputs;

    bool operator==(const Execution&) const = default;
};

/// Locks that find their mutex taken read its last write. Needs everything but inputs.
bool waits_are_final(const Program& program, const Execution& execution);

/// What makes two executions of a program the same one, whatever their inputs: which events
/// happened, rf, and co by location. Executions are counted by this.
std::vector<uint64_t> identity(const Execution& execution);

}  // namespace fencepost::ir
