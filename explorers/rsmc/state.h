// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// A partial run: what is fetched, what is committed, with which values.
#pragma once

#include <vector>

#include "explorers/rsmc/memory.h"

namespace fencepost::explorers::traces {

/// What a thread has fetched so far, as sets of its accesses. "Before a fence" speaks of the
/// latest fence of the kind.
template <unsigned Words>
struct Fetched {
    Row<Words> accesses;
    Row<Words> before_strong, before_lwsync, before_write_write;
    /// Reads that a branch depends on; those of branches before the latest isync.
    Row<Words> ctrl, ctrl_isync;
    /// Reads that the address of an access depends on.
    Row<Words> addr;
};

/// A fetched access. `po` is what its thread had fetched before it.
template <unsigned Words>
struct AccessState {
    const Fetched<Words>* po = nullptr;
    Row<Words> addr, data;
    /// What must be committed, or known not to happen, before it.
    Row<Words> needs;
    uint32_t place = none;
    uint64_t value = 0;
    /// Its address or value was known before all it could be computed from.
    bool is_partial = false;
    /// When the explorer considered it first.
    uint32_t stamp = 0;
};

/// A lock that is to get the mutex right after another one (mutex.h).
struct Promise {
    /// The take before it; none: there is no promise.
    uint32_t after = none;
    uint32_t stamp = 0;
};

template <unsigned Words>
struct State {
    explicit State(const Layout& l)
        : layout(l), memory(l), access(l.accesses.size()), promise(l.accesses.size()) {
        for (uint32_t a = 0; a < l.accesses.size(); ++a) {
            (l.accesses[a].is_write ? writes : reads).set(a);
            if (l.accesses[a].is_exclusive) exclusive.set(a);
            if (l.accesses[a].role == Role::Lock) locks.set(a);
            if (l.accesses[a].role != Role::None) mutex.set(a);
        }
    }

    const Layout& layout;
    Leaves leaves;
    Memory<Words> memory;
    std::vector<AccessState<Words>> access;
    Row<Words> committed, absent;
    /// By lock; counts while the lock is not committed.
    std::vector<Promise> promise;
    // Constant.
    Row<Words> reads, writes, exclusive;
    /// Reads of locks; all accesses by lock, trylock and unlock.
    Row<Words> locks, mutex;

    const Place<Words>& place_of(uint32_t a) const { return memory.place(access[a].place); }
    /// What a read at this position of a location sees.
    uint64_t value_at(const Place<Words>& place, uint32_t p) const {
        return p == 0 ? place.initial_value : access[place.co[p - 1]].value;
    }
    bool is_free(const Place<Words>& mutex) const {
        return value_at(mutex, static_cast<uint32_t>(mutex.co.size())) == 0;
    }
    bool same_thread(uint32_t a, uint32_t b) const {
        return layout.accesses[a].thread == layout.accesses[b].thread;
    }
};

}  // namespace fencepost::explorers::traces
