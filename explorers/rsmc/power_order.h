// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Which parameters POWER allows a new access, and the rows of ppo, prop and co|prop that
// decide it.
//
// Commit-before is cb_power of "Stateless Model Checking for POWER" (CAV 2016), with the
// fence pairs as the model has them (lwsync without W->R) and eieio's W->W added:
//
//     (addr | data | ctrl | addr;po | po-loc | sync | lwsync | eieio | rf)+
//
// A cycle of it enters each thread by a read r and leaves it by a write w; between them a
// strong or lwsync fence orders r and w, or eieio orders the write reached by cc edges and
// w, or the path is cc, hence in ppo: so it is a cycle of hb and no allowed execution has
// one. hb is part of it: a new access has no hb successor, and rows of old accesses never
// change. Deadlock-free: at the last position the new access has no outgoing edge at all.
//
// Rows hold predecessors. For a new access e, with z over its direct hb predecessors:
//
//     base(e)  prop-base  = (e's fence predecessors F and the external sources of reads in F)
//                           | union of base(z)
//     strong(e) the second part of prop, com*;prop-base*;sync;hb*
//                         = com*-predecessors of base*(sync predecessors) | union strong(z)
//     seen(e)  WW(prop-base);hb*  = base(e) of writes, W only | union of seen(z)
//
// A store inserted into co, or a read of an old write, also comes before old accesses: e
// com-precedes what the next write n = co[p] does, so strong(x) gets e iff it has n: one
// column. co|prop is kept closed (closure.h).
//
// Allowed positions (shown by cases; fuzzing compares with models/): ppo edges that depend
// on the parameter (rfi, rdw, detour) and the rfe edge itself add nothing to the check,
// because what is before the source of e cannot be behind it in co. Hence with the rows
// that do not depend on it, a position p is allowed iff for the next write n = co[p]
//     write e:  n is not (co|prop)*-before a prop predecessor of e          (propagation)
//     read e:   n and later writes of other threads are not in strong(e)|seen(e)
//                                                                          (observation)
//               n is not in strong(e), nor in strong(x) for an x (co|prop)*-before a
//               prop predecessor of e                                     (propagation)
// and each condition holds for p+1 if it holds for p: again a suffix.
#pragma once

#include "explorers/rsmc/closure.h"
#include "explorers/rsmc/state.h"

namespace fencepost::explorers::traces {

template <unsigned Words>
class PowerOrder {
  public:
    using Set = Row<Words>;

    explicit PowerOrder(const State<Words>& state)
        : state_(state),
          is_trivial_(!state.layout.has_ordering_fence),
          rows_(state.access.size()),
          strong_(state.access.size()),
          co_prop_(state.access.size()) {}

    /// Lowest position that the model allows, coherence and atomicity aside.
    uint32_t lowest(uint32_t a) {
        const Place<Words>& place = state_.place_of(a);
        if (is_trivial_) return 0;  // no fence, no prop
        compute_base(a);
        if (place.co.empty()) return 0;
        Set forbidden;
        if (state_.layout.accesses[a].is_write) {
            forbidden = co_prop_.before(prop_predecessors(a));
        } else {
            forbidden = new_strong_;
            co_prop_.before(new_strong_).for_each([&](uint32_t x) { forbidden |= strong_[x]; });
        }
        forbidden &= place.writes;
        Set observed = (new_strong_ | new_.seen) & place.writes;
        if (!forbidden.any() && !observed.any()) return 0;
        const bool is_read = !state_.layout.accesses[a].is_write;
        auto p = static_cast<uint32_t>(place.co.size());
        for (; p > 0; --p) {
            const uint32_t n = place.co[p - 1];
            if (forbidden.test(n)) break;
            if (is_read && observed.test(n) && !state_.same_thread(a, n)) break;
        }
        return p;
    }

    /// Before the memory is changed.
    void commit(uint32_t a, uint32_t p) {
        if (is_trivial_) return;
        const Place<Words>& place = state_.place_of(a);
        const bool is_write = state_.layout.accesses[a].is_write;
        const uint32_t behind = p == 0 ? none : place.co[p - 1];
        const uint32_t next = p < place.co.size() ? place.co[p] : none;
        Set initiates, detour, external;
        if (!is_write && behind != none) {
            if (state_.same_thread(a, behind))
                initiates.set(behind);  // rfi
            else
                add_external_source(a, behind, initiates, detour, external);
            const Set& ordered = state_.access[a].po->before_strong;  // as in compute()
            initiates -= ordered;
            detour -= ordered;
        }
        if (initiates.any() || detour.any()) {
            compute(a, initiates, detour, external);
        } else {
            compute_base(a);
            if (external.any()) inherit(external);
        }
        store(a);
        prefixes_.push_back(++serial_);
        Set before = prop_predecessors(a);
        Set after;
        if (is_write) {
            if (behind != none) before.set(behind);
            if (next != none) after.set(next);
        }
        if (next != none) {
            state_.committed.for_each([&](uint32_t x) {
                if (!strong_[x].test(next)) return;
                strong_[x].set(a);
                if (!is_write) after.set(x);
                has_column_.set(a);
            });
        }
        co_prop_.add(a, co_prop_.before(before), after, state_.committed);
    }

    size_t mark() const { return co_prop_.mark(); }
    /// After the access was taken out of the state.
    void undo(uint32_t a, size_t mark) {
        if (is_trivial_) return;
        prefixes_.pop_back();
        co_prop_.undo_to(mark);
        if (!has_column_.test(a)) return;
        has_column_.clear(a);
        state_.committed.for_each([&](uint32_t x) { strong_[x].clear(a); });
    }

  private:
    struct Rows {
        // Preserved program order.
        Set ii, ic, ci, cc;
        /// hb+
        Set hb;
        Set base, seen;
        /// base, reflexive and transitive.
        Set base_star;
        /// Reads whose external sources are in base because of a fence behind them.
        Set sourced;
    };

    /// The rows of an access without what its parameter adds, for the committed accesses up
    /// to `prefix`.
    struct Base {
        uint32_t access = none;
        uint64_t prefix = 0;
        Rows rows;
        Set strong;
    };

    /// compute() without a parameter. An access is asked about, then committed with one
    /// position after the other: its rows are computed once.
    void compute_base(uint32_t a) {
        const size_t depth = prefixes_.size() - 1;
        if (bases_.size() <= depth) bases_.resize(depth + 1);
        Base& base = bases_[depth];
        if (base.access == a && base.prefix == prefixes_.back()) {
            new_ = base.rows;
            new_strong_ = base.strong;
            return;
        }
        compute(a, {}, {}, {});
        base = {a, prefixes_.back(), new_, new_strong_};
    }

    /// rdw and detour from earlier accesses of the thread to its read `a` of `source`.
    void add_external_source(uint32_t a, uint32_t source, Set& initiates, Set& detour,
                             Set& external) const {
        const Memory<Words>& memory = state_.memory;
        external.set(source);
        const Set earlier = state_.place_of(a).accesses & state_.access[a].po->accesses;
        earlier.for_each([&](uint32_t x) {
            const bool is_write = state_.layout.accesses[x].is_write;
            const uint32_t shown = is_write ? x : memory.source(x);
            if (memory.position_of(shown) >= memory.position_of(source)) return;
            (is_write ? detour : initiates).set(x);
        });
    }

    /// Fills new_ for access `a`, given the part that its parameter adds.
    void compute(uint32_t a, const Set& rf_initiates, const Set& rf_detour, const Set& rfe) {
        const AccessState<Words>& access = state_.access[a];
        const Fetched<Words>& po = *access.po;
        const Set& there = state_.committed;
        const bool is_write = state_.layout.accesses[a].is_write;

        new_ = {};
        new_strong_ = {};
        // What is before a strong fence is before `a` in hb anyway, and so is what is before
        // that: ppo needs to know only what comes behind the fence.
        const Set near = there - po.before_strong;
        const Set dp = (access.addr | access.data) & near;
        const Set po_loc = state_.place_of(a).accesses & po.accesses & near;
        const Set ii = dp | (rf_initiates & near), ci = (po.ctrl_isync | rf_detour) & near;
        const Set cc = dp | po_loc | ((po.ctrl | po.addr) & near);
        if ((ii | ci | cc).any()) preserve(ii, ci, cc);

        const Set strong_fence = po.before_strong & there;
        Set fences = strong_fence | (po.before_lwsync & there);
        if (is_write)
            fences |= po.before_write_write & state_.writes & there;
        else
            fences &= strong_fence | state_.reads;
        new_.base = fences;
        inherit(((is_write ? new_.ic : new_.ii) & state_.reads) | fences | rfe);
        ((fences & state_.reads) - new_.sourced).for_each([&](uint32_t r) {
            const uint32_t source = state_.memory.source(r);
            if (source != none && !state_.same_thread(source, r)) new_.base.set(source);
        });
        new_.sourced |= fences & state_.reads;
        if (strong_fence.any()) {
            Set cause;
            for (Set rest = strong_fence; rest.any(); rest -= cause)
                cause |= rows_[rest.highest()].base_star;
            // What is strong already has its com predecessors with it.
            new_strong_ |= before_in_com(cause - new_strong_);
        }
        if (is_write) new_.seen |= new_.base & state_.writes;
    }

    /// The least fixpoint of ii, ic, ci, cc for one new event: each element that enters a
    /// row brings the rows of its own.
    void preserve(const Set& ii0, const Set& ci0, const Set& cc0) {
        Set ii, ic, ci, cc;  // done
        new_.ii = ii0;
        new_.ci = ci0;
        new_.cc = cc0;
        for (bool is_changed = true; is_changed;) {
            new_.ii |= new_.ci;
            new_.cc |= new_.ci;
            new_.ic |= new_.ii | new_.cc;
            const Set more_ci = new_.ci - ci, more_ii = new_.ii - ii, more_cc = new_.cc - cc,
                      more_ic = new_.ic - ic;
            is_changed = more_ic.any() || more_ii.any() || more_cc.any();
            ci |= more_ci, ii |= more_ii, cc |= more_cc, ic |= more_ic;
            more_ci.for_each([&](uint32_t m) {
                new_.ci |= rows_[m].cc;
                new_.ii |= rows_[m].ic;
            });
            more_ii.for_each([&](uint32_t m) {
                new_.ci |= rows_[m].ci;
                new_.ii |= rows_[m].ii;
            });
            more_cc.for_each([&](uint32_t m) {
                new_.cc |= rows_[m].cc;
                new_.ic |= rows_[m].ic;
            });
            more_ic.for_each([&](uint32_t m) {
                new_.cc |= rows_[m].ci;
                new_.ic |= rows_[m].ii;
            });
        }
    }

    /// Takes over the rows of direct hb predecessors; those that are before another one have
    /// nothing to add.
    void inherit(Set direct) {
        while (direct.any()) {
            const uint32_t z = direct.highest();
            direct.clear(z);
            if (new_.hb.test(z)) continue;
            new_.hb.set(z);
            new_.hb |= rows_[z].hb;
            new_.base |= rows_[z].base;
            new_strong_ |= strong_[z];
            new_.seen |= rows_[z].seen;
            new_.sourced |= rows_[z].sourced;
        }
    }

    /// The set and its predecessors in com+ = rf | co | fr | co;rf | fr;rf: up to the latest
    /// write it shows at each location, all writes, and all readers of earlier ones.
    Set before_in_com(const Set& set) const {
        Set result = set;
        for (Set todo = set; todo.any();) {
            const Place<Words>& place = state_.place_of(todo.highest());
            todo -= place.accesses;
            auto latest = static_cast<uint32_t>(place.co.size());
            while (latest > 0 && !set.test(place.co[latest - 1]) &&
                   !set.intersects(state_.memory.readers(place.co[latest - 1])))
                --latest;
            if (latest == 0) continue;
            result |= place.initial_readers;
            for (uint32_t k = 0; k < latest; ++k) {
                result.set(place.co[k]);
                if (k + 1 < latest) result |= state_.memory.readers(place.co[k]);
            }
        }
        return result;
    }

    Set prop_predecessors(uint32_t a) const {
        Set result = new_strong_;
        if (state_.layout.accesses[a].is_write) result |= new_.base & state_.writes;
        return result;
    }

    void store(uint32_t a) {
        new_.base_star = {};
        for (Set rest = new_.base; rest.any(); rest -= new_.base_star)
            new_.base_star |= rows_[rest.highest()].base_star;
        new_.base_star.set(a);
        rows_[a] = new_;
        strong_[a] = new_strong_;
    }

    const State<Words>& state_;
    const bool is_trivial_;
    std::vector<Rows> rows_;
    /// Apart from the other rows: these get columns, too.
    std::vector<Set> strong_;
    Set has_column_;
    Closure<Words> co_prop_;
    /// Of the access in hand.
    Rows new_;
    Set new_strong_;
    /// A number for each sequence of commits that is there, by length; never used again.
    std::vector<uint64_t> prefixes_{1};
    uint64_t serial_ = 1;
    /// By length.
    std::vector<Base> bases_;
};

}  // namespace fencepost::explorers::traces
