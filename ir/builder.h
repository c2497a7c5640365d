// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Makes programs. A frontend adds objects, threads and events in program order, then
// calls finish(), which validates (ir/validate.cpp) and hands over an immutable program.
//
//   Builder b("MP", "PPC");
//   b.add_object({.name = "x", .address = 0x1000, .size = 8});
//   ThreadId t = b.add_thread("P0");
//   EventId r = b.read(t, {.guard = b.true_(), .address = x, .size = 8});
//   Expr v = b.value_of(r);
//   Program p = std::move(b).finish();
#pragma once

#include <stdexcept>

#include "ir/program.h"

namespace fencepost::ir {

/// finish() on a program that breaks a rule; the message names event and rule.
class InvalidProgram : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

/// What reads and writes have in common.
struct Access {
    Expr guard{};
    Expr address{};
    uint8_t size = 8;
    Order order = Order::Plain;
    bool exclusive = false;
    DepSet addr{};
    SourceLocation location{};
};

class Builder {
  public:
    Builder(std::string name, std::string architecture);

    ExprPool& exprs() { return program_.exprs_; }
    DepPool& deps() { return program_.deps_; }
    Expr true_() const { return program_.exprs_.bool_const(true); }

    uint32_t add_file(std::string path);
    /// A text about an assertion; equal texts have equal numbers.
    uint32_t add_detail(const std::string& text);
    uint32_t add_object(MemoryObject object);
    ThreadId add_thread(std::string name);
    /// A fresh nondeterministic value.
    Expr add_input(std::string name, unsigned width);

    // Events, appended to their thread. The default guard (invalid) means "always".
    EventId read(ThreadId thread, const Access& access);
    EventId write(ThreadId thread, const Access& access, Expr value, DepSet data, DepSet rmw = {});
    // Mutexes: words that are 0 while free. Order is up to the caller: a full fence belongs
    // behind a take and before an unlock.
    /// Waits until the mutex is free. What follows must have "the value is 0" in its guard.
    EventId lock(ThreadId thread, const Access& access);
    /// The write of a lock, or of a trylock whose read is an exclusive read.
    EventId take(ThreadId thread, const Access& access, DepSet rmw);
    EventId unlock(ThreadId thread, const Access& access);
    EventId fence(ThreadId thread, FenceKind kind, Expr guard, SourceLocation location,
                  Order order = Order::Plain);
    EventId branch(ThreadId thread, Expr guard, Expr taken, DepSet ctrl, SourceLocation location);
    EventId assume(ThreadId thread, Expr guard, Expr holds, DepSet ctrl, SourceLocation location);
    EventId assertion(ThreadId thread, Expr guard, Expr holds, DepSet ctrl, SourceLocation location,
                      Failure failure = Failure::Assertion, const std::string& detail = {});

    // Threads started by threads. A hidden flag carries the message: create writes it
    // behind a full fence, begin reads it and fences; likewise end and join.
    EventId create(ThreadId creator, Expr guard, ThreadId child, SourceLocation location);
    /// Must come first in the child; its guard is that of the create.
    EventId begin(ThreadId child);
    /// Last event of the thread; `result` (64 bits) is what a join reads.
    EventId end(ThreadId thread, Expr guard, Expr result, DepSet data, SourceLocation location);
    /// Waits for `target`, whose end() must exist. Later events of the joining thread must
    /// have the returned event's guard in theirs: it is false when the target never ends.
    EventId join(ThreadId joiner, Expr guard, ThreadId target, SourceLocation location);

    /// Any event; thread must exist, position is assigned. For the text parser.
    EventId add(Event event);

    const Event& event(EventId id) const { return program_.events_[id]; }
    /// The value a read event reads.
    Expr value_of(EventId read) const { return program_.events_[read].value; }

    /// Condition under which the thread ran to its end (default: true).
    void set_completed(ThreadId thread, Expr completed);
    void add_cut(Cut cut);
    void observe(std::string label, Expr value);
    void set_condition(Condition condition);
    void forbid_races() { program_.forbids_races_ = true; }

    /// Forgets the inputs that nothing depends on, for whom is careful: engines that try all
    /// values would try those of each input (ir/unused_inputs.cpp).
    void drop_unused_inputs();

    /// Throws InvalidProgram.
    Program finish() &&;

  private:
    EventId access(EventKind kind, ThreadId thread, const Access& access, Expr value, DepSet data,
                   DepSet rmw);
    EventId condition(EventKind kind, ThreadId thread, Expr guard, Expr condition, DepSet ctrl,
                      SourceLocation location);
    uint64_t flag_address(ThreadId thread);

    Program program_;
    std::vector<uint64_t> flags_;
    std::vector<EventId> creates_, ends_;
};

/// Base address of the hidden flags of threads, above what frontends may use.
constexpr uint64_t thread_flag_base = uint64_t{0xF} << 60;

}  // namespace fencepost::ir
