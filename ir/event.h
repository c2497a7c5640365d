// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// One event of the bounded program. After unrolling, a thread is a straight list of
// events; an event happens iff its guard is true. Blocking is expressed in guards:
// what follows a failed assume, a failed assertion or a cut loop has the negation in
// its guard, so it does not happen while the other threads go on.
#pragma once

#include <cstdint>
#include <string_view>

#include "ir/deps.h"
#include "ir/expr.h"
#include "ir/property.h"

namespace fencepost::ir {

using ThreadId = uint32_t;

constexpr EventId no_event = UINT32_MAX;
constexpr ThreadId no_thread = UINT32_MAX;

enum class EventKind : uint8_t {
#define EVENT_KIND(name, text, event_class) name,
#include "ir/event.def"
#undef EVENT_KIND
};

enum class EventClass : uint8_t { Read, Write, Fence, None };

enum class FenceKind : uint8_t {
#define FENCE_KIND(name, text, set) name,
#include "ir/fence.def"
#undef FENCE_KIND
};

enum class Order : uint8_t {
#define ORDER(name, text, set) name,
#include "ir/order.def"
#undef ORDER
};

EventClass event_class(EventKind kind);
/// Create, begin, end or join of a thread: Event::target is that thread.
bool is_about_threads(EventKind kind);
/// Lock, take or unlock of a mutex.
bool is_about_mutexes(EventKind kind);
std::string_view name(EventKind kind);
std::string_view name(FenceKind kind);
std::string_view name(Order order);

/// File (index into Program::files()), line and column, from 1; line 0 = unknown.
struct SourceLocation {
    uint32_t file = 0;
    uint32_t line = 0;
    uint32_t column = 0;

    bool operator==(const SourceLocation&) const = default;
};

struct Event {
    EventKind kind = EventKind::Fence;
    ThreadId thread = 0;
    /// Place in the thread's program order; assigned by the Builder.
    uint32_t position = 0;
    /// 1 bit: does it happen?
    Expr guard{};

    // Accesses.
    /// 64 bits.
    Expr address{};
    /// Reads: the leaf `read(this)`. Writes: what is written. Both 8*size bits wide.
    /// Branch, assume, assert: the condition, 1 bit.
    Expr value{};
    /// In bytes: 1, 2, 4 or 8.
    uint8_t size = 0;
    Order order = Order::Plain;
    /// Made by lwarx/stwcx., a locked instruction or a C11 read-modify-write.
    bool exclusive = false;

    FenceKind fence = FenceKind::Full;
    /// Create, begin, end, join: the thread that starts or ends.
    ThreadId target = no_thread;

    // Dependencies. `ctrl` is recorded at branches (and assumes, asserts): what the
    // condition was computed from; it reaches every event later in program order.
    DepSet addr{}, data{}, ctrl{};
    /// Write of a read-modify-write: its read part.
    DepSet rmw{};

    /// Assertions: what it means that the condition is false, and a text about it
    /// (Program::details(), 0: none).
    Failure failure = Failure::Assertion;
    uint32_t detail = 0;

    SourceLocation location{};

    bool is_read() const { return event_class(kind) == EventClass::Read; }
    bool is_write() const { return event_class(kind) == EventClass::Write; }
    bool is_access() const { return is_read() || is_write(); }
    bool is_fence() const { return kind == EventKind::Fence; }

    bool operator==(const Event&) const = default;
};

}  // namespace fencepost::ir
