// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// The program as the explorer wants it: accesses numbered thread by thread in program order,
// expressions flattened, dependencies as lists. Made once, shared by nobody: formulas keep
// scratch space, so every explorer has its own layout.
#pragma once

#include <functional>
#include <vector>

#include "explorers/rsmc/formula.h"
#include "ir/program.h"

namespace fencepost::explorers::traces {

constexpr uint32_t none = UINT32_MAX;

/// What the shipped models distinguish.
enum class FenceClass : uint8_t { Strong, Lwsync, WriteWrite, Isync, Nothing };

struct LayoutDependency {
    /// Access number of the read.
    uint32_t read;
    /// Constantly true for straight code.
    Formula guard;
};

/// One event of a thread.
struct Step {
    ir::EventId event = ir::no_event;
    /// Access number, or none.
    uint32_t access = none;
    bool is_fence = false;
    FenceClass fence = FenceClass::Nothing;
    /// A block is a run of steps with one guard; `block_end` is the step behind it.
    bool starts_block = true;
    uint32_t block_end = 0;
    Formula guard;
    /// First steps of blocks: the latest earlier block that must happen for this one to
    /// happen (its first step), or none.
    uint32_t dominator = none;
    /// Branches only.
    std::vector<LayoutDependency> ctrl;
    /// Writes, branches, assumes, assertions.
    Formula value;
};

/// What an access does to a mutex (mutex.h).
enum class Role : uint8_t { None, Lock, Take, Unlock };

struct AccessLayout {
    ir::EventId event = ir::no_event;
    ir::ThreadId thread = 0;
    Role role = Role::None;
    bool is_write = false;
    bool is_exclusive = false;
    /// Its location is one behind which no thread accesses another one.
    bool is_sink = false;
    /// Begin and join: they read from this write only.
    bool waits = false;
    uint32_t awaited = none;
    uint8_t size = 8;
    /// Index into Layout::steps of its thread.
    uint32_t step = 0;
    Formula address;
    /// Reads in guard, address and value, each once.
    std::vector<uint32_t> support;
    /// Reads of its thread in its guard that no earlier branch depends on (the write of a
    /// compare-and-exchange).
    std::vector<uint32_t> own_control;
    std::vector<LayoutDependency> addr, data, rmw;
    /// Reads: writes that may be the other part.
    std::vector<uint32_t> rmw_writes;
    /// The other part of a read-modify-write that is explored as one step (joined.cpp).
    uint32_t joined = none;
    /// Reads: other threads in which it decides what is fetched.
    std::vector<uint32_t> wakes;
};

struct Layout {
    /// Threads are numbered in an order that the seed gives; 0 is the program's own.
    /// `poll` is called now and then and may throw. `is_atomic`: the model says that
    /// read-modify-writes are atomic. `is_tame`: mutexes are expected to be used as mutexes are
    /// (mutex.h).
    Layout(const ir::Program& program, uint64_t seed, bool is_atomic, bool is_tame,
           const std::function<void()>& poll);

    const ir::Program& program;
    /// By thread, in program order.
    std::vector<std::vector<Step>> steps;
    std::vector<AccessLayout> accesses;
    /// Access number by event, or none.
    std::vector<uint32_t> access_of;
    /// There are read-modify-writes, and the model says that they are atomic.
    bool has_rmw = false;
    /// There are locks, and they are explored as such (mutex.h).
    bool has_locks = false;
    /// There is a fence that orders accesses under POWER.
    bool has_ordering_fence = false;

    // Questions about the end of a run.
    std::vector<ir::Location> finals;
    std::vector<Formula> completed, cuts, observed;
    Formula proposition;
    /// Assertion steps: (thread, index into steps).
    std::vector<std::pair<uint32_t, uint32_t>> assertions;

    /// An event that waits for a read of its thread which neither its dependencies nor those
    /// of earlier branches record; no_event if there is none. (Accesses: see own_control.)
    ir::EventId unrecorded = ir::no_event;

    Formula compile(ir::Expr expression) const;

  private:
    void number_accesses(uint64_t seed);
    std::vector<LayoutDependency> dependencies(ir::DepSet set) const;
    Step make_step(ir::EventId id, const std::unordered_map<uint32_t, ir::EventId>& guards);
    AccessLayout make_access(ir::EventId id, uint32_t step) const;
    void find_blocks(std::vector<Step>& thread) const;
    void find_wakes();
    void find_sinks();
    void find_joined();
    bool is_joined(uint32_t read, uint32_t write) const;
    bool is_fenced(uint32_t read, uint32_t access) const;
    void check_recorded(const std::vector<Step>& thread, const std::function<void()>& poll);
};

}  // namespace fencepost::explorers::traces
