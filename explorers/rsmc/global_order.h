// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Which parameters SC, TSO and PSO allow a new access, and the order "reaches memory before"
// (ghb; under SC all of po and com) that decides it.
//
// Commit-before is program order together with rf. It is valid: a cycle of po and rf enters
// each thread by a read and leaves it by a write, all three models keep R->W program order
// and rfe in ghb, so no allowed execution has one; and an execution's restriction to a
// po|rf-closed part keeps fewer edges, so it is allowed too. It is deadlock-free: a new
// access that takes the last position (reads the co-latest write; is the co-latest write)
// has no outgoing edge in ghb or po-loc|com, so it closes no cycle.
//
// For another position p there is an edge to the next write n = co[p], and n is before all
// else that the new access comes before. A cycle needs n before one of the new access's
// predecessors. Those by coherence (the write at p, its readers) are before n themselves;
// what is left is program order: p is allowed iff no write of the location behind p is in
// ghb* before a ppo or fence predecessor. So the allowed positions are always a suffix of
// the coherence order, found by one look at one row.
//
// The class Coherent has no global order: coherence alone decides (memory.h).
#pragma once

#include "explorers/rsmc/closure.h"
#include "explorers/rsmc/model_class.h"
#include "explorers/rsmc/state.h"

namespace fencepost::explorers::traces {

template <unsigned Words>
class GlobalOrder {
  public:
    using Set = Row<Words>;

    GlobalOrder(const State<Words>& state, ModelClass model)
        : state_(state), model_(model), ghb_(state.access.size()) {}

    /// Lowest position that ghb allows.
    uint32_t lowest(uint32_t a) const {
        if (model_ == ModelClass::Coherent) return 0;
        const Place<Words>& place = state_.place_of(a);
        if (!place.writes.any()) return 0;
        const Set before = ghb_.before(program_order(a)) & place.writes;
        if (!before.any()) return 0;
        auto p = static_cast<uint32_t>(place.co.size());
        while (!before.test(place.co[p - 1])) --p;
        return p;
    }

    /// Before the memory is changed.
    void commit(uint32_t a, uint32_t p) {
        if (model_ == ModelClass::Coherent) return;
        const Place<Words>& place = state_.place_of(a);
        Set before = program_order(a);
        const uint32_t behind = p == 0 ? none : place.co[p - 1];
        if (state_.layout.accesses[a].is_write) {
            before |= state_.memory.readers(place, behind);
            if (behind != none) before.set(behind);
        } else if (behind != none && (model_ == ModelClass::Sc || !state_.same_thread(a, behind))) {
            before.set(behind);
        }
        Set after;
        if (p < place.co.size()) after.set(place.co[p]);
        ghb_.add(a, ghb_.before(before), after, state_.committed);
    }

    size_t mark() const { return ghb_.mark(); }
    void undo_to(size_t mark) { ghb_.undo_to(mark); }

  private:
    /// Predecessors in po, or in ppo, fence and implied.
    Set program_order(uint32_t a) const {
        const Fetched<Words>& po = *state_.access[a].po;
        const AccessLayout& access = state_.layout.accesses[a];
        Set result = po.accesses;
        if (model_ == ModelClass::Tso && !access.is_write && !access.is_exclusive)
            result &= state_.reads | po.before_strong | state_.exclusive;
        if (model_ == ModelClass::Pso && !access.is_exclusive) {
            Set kept = state_.reads | po.before_strong | state_.exclusive;
            if (access.is_write) kept |= (po.before_lwsync | po.before_write_write) & state_.writes;
            result &= kept;
        }
        return result & state_.committed;
    }

    const State<Words>& state_;
    const ModelClass model_;
    Closure<Words> ghb_;
};

}  // namespace fencepost::explorers::traces
