// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Loads and stores of one thread: private memory is state of the path, shared memory is
// events. Atomic accesses come with the fences of the target.
#pragma once

#include "frontend/llvm/round.h"

namespace fencepost::frontend::llvm_ir {

/// What an access does to a mutex, if it is one.
enum class MutexUse : uint8_t { None, Lock, TryLock, Unlock };

/// Where and how an access happens.
struct AccessInfo {
    unsigned size = 8;
    ir::Order order = ir::Order::Plain;
    ir::SourceLocation location{};
    /// A compare-exchange that fails goes on without waiting for what it read.
    bool acquires_on_failure = true;
    /// The size is ours (memcpy).
    bool flexible = false;
    /// Mutexes: what the access is for happens-before.
    ir::Order synchronises = ir::Order::Plain;
    MutexUse mutex = MutexUse::None;
    /// Of our own making (who is freed?): not checked.
    bool hidden = false;
};

class Accesses {
  public:
    Accesses(Round& round, ir::ThreadId thread) : round_(round), thread_(thread) {}

    Value load(Path& path, const Value& address, const AccessInfo& info);
    void store(Path& path, const Value& address, const Value& value, const AccessInfo& info);
    /// `value` was read from uninitialised memory: the next read finds it again.
    void settle(Path& path, const Value& address, unsigned size, const Value& value);

    /// Reads, lets `next` compute the new value and whether it is written (1 bit) from the
    /// old one, writes. Returns the old value.
    struct Update {
        Value value;
        ir::Expr success;
    };
    using Next = std::function<Update(const Value&)>;
    Value update(Path& path, const Value& address, const AccessInfo& info, const Next& next);

    // A mutex is a 4-byte word, 0 while it is free. Both order like full fences.
    /// Gives back whether the mutex was taken (1 bit). If `waits`, the path goes on only then.
    ir::Expr lock(Path& path, const Value& mutex, bool waits, ir::SourceLocation location);
    void unlock(Path& path, const Value& mutex, ir::SourceLocation location);

    void fence(const Path& path, ir::FenceKind kind, ir::SourceLocation location,
               ir::Order order = ir::Order::Plain);
    void branch(const Path& path, const Value& condition, ir::SourceLocation location);
    void cut(const Path& path, ir::Expr condition, std::string what, ir::SourceLocation location);

    // Memory safety (memory_checks.cpp).
    void free(Path& path, const Value& pointer, ir::SourceLocation location);
    void note_allocation(Path& path, uint32_t object, ir::SourceLocation location);
    /// What was allocated is freed now.
    void check_leaks(Path& path);
    /// An assertion of the property that is asked about. Without dependencies: the check is not
    /// in the machine's program, so it orders nothing.
    void check(const Path& path, ir::Expr holds, ir::Failure failure, const std::string& detail,
               ir::SourceLocation location);

    // A section that no other thread interrupts. Sections exclude each other by a lock, and a
    // write behind a read of the same address is one atomic update. Where that is not enough
    // (round_end.cpp), other accesses to the section's objects become sections of their own if
    // the model is SC; in weaker ones that would order too much, and the program is unsupported.
    void begin_section(Path& path, ir::SourceLocation location);
    void end_section(Path& path, ir::SourceLocation location);

    /// What others can notice, in order: a loop that has none of it spins.
    struct Effect {
        ir::Expr guard;
        /// An update that writes what it has read: not noticed where this holds. May be invalid.
        ir::Expr silent{};
        /// The address of a lock that is taken or given back. May be invalid.
        ir::Expr taken{}, given{};
        /// Part of a sleep (library/fencepost.h).
        bool sleep = false;
    };
    const std::vector<Effect>& effects() const { return effects_; }
    void add_effect(ir::Expr guard, ir::Expr silent = {}) { effects_.push_back({guard, silent}); }
    /// The effects from this one on take the lock at this address, or give it back.
    void mark_taken(size_t from, ir::Expr lock) {
        for (; from < effects_.size(); ++from) effects_[from].taken = lock;
    }
    void mark_given(size_t from, ir::Expr lock) {
        for (; from < effects_.size(); ++from) effects_[from].given = lock;
    }
    /// All effects from this one on are part of a sleep.
    void mark_sleep(size_t from) {
        for (; from < effects_.size(); ++from) effects_[from].sleep = true;
    }

  private:
    Value section_mutex();
    struct Place {
        uint32_t object;
        uint64_t offset;
    };
    /// The access must be a section of its own.
    bool needs_section(const Path& path, const Value& address);
    /// All places the address can mean, if they are private; nullopt: shared.
    std::optional<std::vector<Place>> private_places(const Value& address, unsigned size);
    bool is_private(uint32_t object) const;
    void touch(uint32_t object);
    void check_bounds(const Path& path, const Value& address, const std::vector<Place>& places,
                      const AccessInfo& info);
    Value load_private(Path& path, const Value& address, const std::vector<Place>& places,
                       const AccessInfo& info);
    void store_private(Path& path, const Value& address, const std::vector<Place>& places,
                       const Value& value, const AccessInfo& info);
    ir::EventId read_event(const Path& path, const Value& address, const AccessInfo& info,
                           bool exclusive);
    ir::Access access(const Path& path, const Value& address, const AccessInfo& info,
                      bool exclusive) const;
    void fences(const Path& path, const std::vector<ir::FenceKind>& kinds, const AccessInfo& info);
    ir::Expr equals(const Value& address, const Place& place);
    // Memory safety (memory_checks.cpp).
    /// The order that the event shows: models of machines do not look at it.
    ir::Order event_order(const AccessInfo& info) const {
        if (round_.property == ir::Property::DataRace && info.synchronises != ir::Order::Plain)
            return info.synchronises;
        const bool kept =
            round_.target == frontend::Target::None || round_.property == ir::Property::DataRace;
        return kept ? info.order : ir::Order::Plain;
    }
    bool checks_memory() const { return round_.property == ir::Property::MemSafety; }
    std::vector<uint32_t> candidates(const Value& address) const;
    ir::Expr inside(const Value& address, uint32_t object, uint64_t size) const;
    ir::Expr freed_at(uint32_t object);
    void check_access(Path& path, const Value& address, const AccessInfo& info, bool writes);
    void check_alive(Path& path, const Value& address, const std::vector<uint32_t>& objects,
                     const AccessInfo& info);
    ir::ExprPool& exprs() const { return round_.pools.exprs; }

    Round& round_;
    const ir::ThreadId thread_;
    std::vector<Effect> effects_;
    /// Reads by section and address.
    std::map<std::pair<uint32_t, ir::Expr>, ir::EventId> section_reads_;
};

}  // namespace fencepost::frontend::llvm_ir
