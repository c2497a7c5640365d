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

template <unsigned Words>
struct State {
    explicit State(const Layout& l) : layout(l), memory(l), access(l.accesses.size()) {
        for (uint32_t a = 0; a < l.accesses.size(); ++a) {
            (l.accesses[a].is_write ? writes : reads).set(a);
            if (l.accesses[a].is_exclusive) exclusive.set(a);
        }
    }

    const Layout& layout;
    Leaves leaves;
    Memory<Words> memory;
    std::vector<AccessState<Words>> access;
    Row<Words> committed, absent;
    // Constant.
    Row<Words> reads, writes, exclusive;

    const Place<Words>& place_of(uint32_t a) const { return memory.place(access[a].place); }
    bool same_thread(uint32_t a, uint32_t b) const {
        return layout.accesses[a].thread == layout.accesses[b].thread;
    }
};

}  // namespace fencepost::explorers::traces
