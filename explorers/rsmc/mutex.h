// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Mutexes. A lock is a read of the mutex, followed at once by its take (a write of 1) if it
// finds it free, or by nothing: then it reads the last write for good (ir/execution.h).
// Exploring these accesses as if they were any others would try all the failed attempts
// that are no executions. So a lock's parameter is the *section* that it comes after, rather
// than the write it reads:
//
//   - Locks of a mutex that is taken are considered last, when nothing else can go on. What
//     they then read is final, as far as this run goes.
//   - A lock reads the last write, or one that freed the mutex. If another lock came after
//     that one, its own take has no place, and just moves the other lock behind itself.
//   - A lock that moves behind a take is not committed: it is *promised* to follow it. It
//     goes on as soon as the mutex is freed, or ends in waiting for that take. All the while
//     it counts as a read of the take, with its old stamp; so does a lock that reads the
//     unlock behind a take. Unlocks move no locks.
//
// This is the same exploration with other reads: takes are the writes that locks read, so
// nothing is explored twice or left out, and no run is given up.
//
// All this is so when the mutex is *tame*: only locks and unlocks access it, except that it
// may be initialised, and only its holder unlocks it. (A trylock is also a read of the
// unlocks, which would have to find its place among the promises.) A program that does otherwise is
// found out during exploration, which then begins anew, with mutexes as any other memory; traces
// with failed attempts are left out in the end.
#pragma once

#include <exception>

#include "explorers/rsmc/machine.h"

namespace fencepost::explorers::traces {

/// A mutex is used in a way that exploration by sections does not cover.
class NotTame : public std::exception {
  public:
    const char* what() const noexcept override { return "a mutex is not used like one"; }
};

/// Throws NotTame. The enabled access is about to be committed at one of the positions.
template <unsigned Words>
void require_tame(const Machine<Words>& machine, uint32_t a, const Parameters& p) {
    const State<Words>& state = machine.state();
    const Place<Words>& place = state.place_of(a);
    const AccessLayout& access = state.layout.accesses[a];
    if (access.role == Role::None) {
        if (place.accesses.intersects(state.mutex)) throw NotTame();
        return;
    }
    for (const LayoutDependency& d : access.rmw)
        if (!state.locks.test(d.read)) throw NotTame();
    if (((place.accesses & state.reads) - state.mutex).any()) throw NotTame();
    if (p.first == 0 && place.initial_value != 0) throw NotTame();
    const Row<Words> others = place.writes - state.mutex;
    if (others.any()) {  // before the mutex was used, as an initialisation
        for (uint32_t k = p.first; k < place.co.size(); ++k)
            if (others.test(place.co[k])) throw NotTame();
        if (p.first > 0 && others.test(place.co[p.first - 1]) &&
            state.value_at(place, p.first) != 0)
            throw NotTame();
    }
    if (access.role != Role::Unlock) return;
    const bool is_held = !place.co.empty() && state.same_thread(place.co.back(), a) &&
                         state.layout.accesses[place.co.back()].role == Role::Take;
    if (!is_held) throw NotTame();
}

/// Positions at which a lock may read: free ones, the last one, the promised one.
template <unsigned Words>
bool is_offered(const State<Words>& state, uint32_t lock, uint32_t p) {
    const Place<Words>& place = state.place_of(lock);
    if (p == place.co.size()) return true;
    return state.promise[lock].after == none && state.value_at(place, p) == 0;
}

/// A committed read that an enabled write of its location could move; if not, that has to do
/// with mutexes.
template <unsigned Words>
bool is_movable(const State<Words>& state, uint32_t read, uint32_t write) {
    if (state.layout.accesses[read].role != Role::Lock) return true;
    return state.layout.accesses[write].role == Role::Take && state.access[read].value == 0;
}

/// Calls visit(stamp) for each lock that follows the take.
template <unsigned Words, class Visit>
void for_each_follower(const Machine<Words>& machine, uint32_t take, Visit visit) {
    const State<Words>& state = machine.state();
    (state.locks - state.committed).for_each([&](uint32_t lock) {
        if (state.promise[lock].after == take) visit(state.promise[lock].stamp);
    });
    const std::vector<uint32_t>& co = state.place_of(take).co;
    const uint32_t next = state.memory.position_of(take);
    if (next == co.size()) return;
    (state.memory.readers(co[next]) & state.locks).for_each([&](uint32_t lock) {
        visit(machine.stamp(lock));
    });
}

/// The take before an unlock.
template <unsigned Words>
uint32_t section_of(const State<Words>& state, uint32_t unlock) {
    return state.place_of(unlock).co[state.memory.position_of(unlock) - 2];
}

}  // namespace fencepost::explorers::traces
