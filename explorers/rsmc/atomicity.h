// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Read-modify-writes. A run in which w1, of another thread, comes in co between what r reads
// and w, r's other part, is doomed: no continuation repairs it, but a race may cut it to a
// run that is not. When can that be?
//   - w must be cut, hence be canonical: cutting w1 alone is excluded, as w1 is not canonical
//     before w, and r is not cut without w;
//   - if r is cut too, it is canonical: every w1 was considered after r, and (by the same
//     reasons) before w. Since w is considered as soon as it is enabled, that happens only
//     to a conditional store that waits for more than its r;
//   - if r is kept, the write that starts the race has r commit-before it, and not w: only
//     under POWER, through another access of their thread, and if they are not joined
//     (joined.cpp);
//   - a write is left that may race with a read considered before w.
// A run for which this is excluded is hopeless and given up at once: so are all doomed runs
// under SC, TSO and PSO when nothing stands between r and w, and under POWER when they are
// joined.
#pragma once

#include "explorers/rsmc/canonical.h"

namespace fencepost::explorers::traces {

struct Violations {
    uint32_t count = 0;
    bool is_hopeless = false;
};

/// The access x, not committed yet, comes after w in commit-before.
template <unsigned Words>
bool waits_for(const Machine<Words>& machine, uint32_t x, uint32_t w) {
    const State<Words>& state = machine.state();
    if (machine.fetcher().is_waiting(x) && state.access[x].needs.test(w)) return true;
    const AccessLayout& layout = state.layout.accesses[x];
    const ir::Location location = state.place_of(w).location;
    return x > w && layout.address.is_constant() && layout.address.constant() == location.address &&
           layout.size == location.size;
}

/// A write may come that is after r in commit-before and not after w.
template <unsigned Words>
bool escapes(const Machine<Words>& machine, uint32_t r, uint32_t w) {
    const State<Words>& state = machine.state();
    if (!machine.is_power() || state.layout.accesses[w].joined != none) return false;
    for (uint32_t x = r + 1; x < state.access.size() && state.same_thread(x, r); ++x) {
        if (x == w || state.absent.test(x)) continue;
        if (!state.committed.test(x)) {
            if (waits_for(machine, x, w)) continue;
            return true;
        }
        if (machine.commit_before(x).test(r) && !machine.commit_before(x).test(w)) return true;
    }
    return false;
}

/// A write is left that may race with a read considered before w.
template <unsigned Words>
bool is_repairable(const Machine<Words>& machine, uint32_t w) {
    const State<Words>& state = machine.state();
    Row<Words> reads;
    (state.committed & state.reads).for_each([&](uint32_t r) {
        if (machine.stamp(r) < machine.stamp(w)) reads.set(r);
    });
    bool is_found = false;
    (state.writes - state.committed - state.absent).for_each([&](uint32_t other) {
        if (is_found || other == w) return;
        const AccessLayout& layout = state.layout.accesses[other];
        Row<Words> candidates = reads;
        if (layout.address.is_constant()) {
            const uint32_t place = state.memory.find({layout.address.constant(), layout.size});
            if (place == none) return;
            candidates &= state.memory.place(place).accesses;
        }
        candidates.for_each(
            [&](uint32_t r) { is_found = is_found || !state.same_thread(r, other); });
    });
    return is_found;
}

/// Read-modify-writes that are no longer atomic when the enabled access `a`, which has its
/// stamp, is put at position p.
template <unsigned Words>
Violations find_violations(const Machine<Words>& machine, uint32_t a, uint32_t p) {
    const State<Words>& state = machine.state();
    Violations result;
    if (!state.layout.accesses[a].is_write) return result;
    const std::vector<uint32_t>& co = state.place_of(a).co;
    machine.for_each_rmw_read(a, [&](uint32_t r) {
        bool is_split = false;
        for (uint32_t k = state.memory.position_of(state.memory.source(r)); k < p; ++k)
            is_split = is_split || !state.same_thread(co[k], a);
        if (!is_split) return;
        ++result.count;
        const bool is_followed =
            p == co.size() && (is_canonical(machine, r, Row<Words>{}) || escapes(machine, r, a));
        result.is_hopeless |= !is_followed || !is_repairable(machine, a);
    });
    for (uint32_t k = p; k < co.size(); ++k) {
        const uint32_t w = co[k];
        if (state.same_thread(w, a)) continue;
        machine.for_each_rmw_read(w, [&](uint32_t r) {
            if (state.memory.position_of(state.memory.source(r)) > p) return;
            ++result.count;
            const bool is_followed =
                is_canonical(machine, w, Row<Words>{}) && escapes(machine, r, w);
            result.is_hopeless |= !is_followed || !is_repairable(machine, w);
        });
    }
    return result;
}

}  // namespace fencepost::explorers::traces
