// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Canonical parameters: which of many runs that could be cut to one result is the one that
// acts (explorer.h).
#pragma once

#include "explorers/rsmc/machine.h"

namespace fencepost::explorers::traces {

/// The committed access x has the co-latest position among what was considered before it and
/// `kept`, and nothing considered before it reads from it.
template <unsigned Words>
bool is_canonical(const Machine<Words>& machine, uint32_t x, const Row<Words>& kept) {
    const State<Words>& state = machine.state();
    const uint32_t stamp = machine.stamp(x);
    const bool is_write = state.layout.accesses[x].is_write;
    if (is_write) {
        bool is_read_early = false;
        state.memory.readers(x).for_each([&](uint32_t reader) {
            is_read_early = is_read_early || machine.stamp(reader) < stamp;
        });
        if (is_read_early) return false;
    }
    const std::vector<uint32_t>& co = state.place_of(x).co;
    const uint32_t shown = is_write ? x : state.memory.source(x);
    for (uint32_t k = state.memory.position_of(shown); k < co.size(); ++k)
        if (machine.stamp(co[k]) < stamp || kept.test(co[k])) return false;
    return true;
}

}  // namespace fencepost::explorers::traces
