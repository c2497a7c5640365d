// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Canonical parameters: which of many runs that could be cut to one result is the one that
// acts (explorer.h).
#pragma once

#include "explorers/rsmc/mutex.h"

namespace fencepost::explorers::traces {

/// Something considered before the write reads from it.
template <unsigned Words>
bool is_read_early(const Machine<Words>& machine, uint32_t write) {
    const State<Words>& state = machine.state();
    const uint32_t stamp = machine.stamp(write);
    const Role role = state.layout.has_locks ? state.layout.accesses[write].role : Role::None;
    bool result = false;
    Row<Words> readers = state.memory.readers(write);
    if (role == Role::Unlock) readers -= state.locks;  // they follow its take
    readers.for_each([&](uint32_t r) { result = result || machine.stamp(r) < stamp; });
    if (role == Role::Take)
        for_each_follower(machine, write, [&](uint32_t s) { result = result || s < stamp; });
    return result;
}

/// No write behind position p of the place was considered before `stamp` or is in `kept`.
template <unsigned Words>
bool is_latest(const Machine<Words>& machine, const Place<Words>& place, uint32_t p, uint32_t stamp,
               const Row<Words>& kept) {
    for (uint32_t k = p; k < place.co.size(); ++k)
        if (machine.stamp(place.co[k]) < stamp || kept.test(place.co[k])) return false;
    return true;
}

/// The committed access x has the co-latest position among what was considered before it and
/// `kept`, and nothing considered before it reads from it.
template <unsigned Words>
bool is_canonical(const Machine<Words>& machine, uint32_t x, const Row<Words>& kept) {
    const State<Words>& state = machine.state();
    const bool is_write = state.layout.accesses[x].is_write;
    if (is_write && is_read_early(machine, x)) return false;
    const uint32_t shown = is_write ? x : state.memory.source(x);
    return is_latest(machine, state.place_of(x), state.memory.position_of(shown), machine.stamp(x),
                     kept);
}

}  // namespace fencepost::explorers::traces
