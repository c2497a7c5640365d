// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Small programs with mutexes, written down step by step, and random ones: sections of one or
// two mutexes, nested in any order (so that some deadlock), sections that are not left,
// accesses inside and outside of them.
#pragma once

#include <cstdint>

#include "ir/builder.h"

namespace fencepost::fuzz {

class LockProgram {
  public:
    static constexpr uint64_t mutexes = 0x1000, data = 0x2000;

    LockProgram();

    void add_thread();
    /// A trylock that fails skips the rest of its thread.
    void lock(unsigned mutex, bool waits = true);
    void unlock(unsigned mutex);
    void initialise(unsigned mutex);
    void fence(ir::FenceKind kind);
    void increment(unsigned place);
    ir::EventId load(unsigned place);
    void store(unsigned place, ir::Expr value, ir::DepSet deps);
    /// The thread goes on only if it reads this.
    void expect(unsigned place, uint64_t value);

    ir::ExprPool& pool() { return b_.exprs(); }
    ir::Expr final_is(unsigned place, uint64_t value);
    ir::Program finish(ir::Expr proposition);

  private:
    ir::Access mutex_access(unsigned mutex);
    ir::Access access(unsigned place);

    ir::Builder b_;
    ir::ThreadId thread_ = 0;
    unsigned count_ = 0;
    ir::Expr guard_{};
};

/// Threads that each enter so many sections of one mutex, and count there.
ir::Program counters(unsigned threads, unsigned sections);

struct LockRecipe {
    unsigned max_threads = 3;
    /// In all threads.
    unsigned max_steps = 10;
    bool trylocks = false;
    /// Unlocks of what others hold or nobody does.
    bool misuse = false;
};
ir::Program random_lock_program(uint64_t seed, const LockRecipe& recipe);

}  // namespace fencepost::fuzz
