// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Fetching: following each thread in program order as far as guards are known, and telling
// which fetched accesses are enabled, that is, have all of commit-before behind them.
//
// What an access must wait for comes from the sets its thread has gathered on the way to it
// (state.h): under POWER dependencies, fences and earlier accesses of the same location,
// under the other models everything earlier. Beginning and joining a thread also wait for
// the write they read from.
//
// A guard that is not known yet stops the thread: it comes from a branch, and control
// dependency makes everything behind the branch wait anyway. The exception is an access
// whose guard no branch stands for (the write of a compare-and-exchange). Under POWER it
// is set aside as *pending*, and later accesses of other locations go on. A thread that has
// stopped is looked at again only when a read has got its value that its guard may need.
//
// Where a read-modify-write is explored as one step, more waits (joined.cpp).
//
// All of it is a function of what is committed, and taken back through a log.
#pragma once

#include <fmt/format.h>

#include "explorers/rsmc/model_class.h"
#include "explorers/rsmc/state.h"
#include "ir/errors.h"

namespace fencepost::explorers::traces {

template <unsigned Words>
class Fetcher {
  public:
    using Set = Row<Words>;

    Fetcher(State<Words>& state, ModelClass model)
        : state_(state), is_power_(model == ModelClass::Power) {
        threads_.resize(state.layout.steps.size());
        for (size_t t = 0; t < threads_.size(); ++t)
            threads_[t].sets.resize(state.layout.steps[t].size() + 1);
        for (uint32_t a = 0; a < state.layout.accesses.size(); ++a) add_rmw(a);
    }

    /// Fetches all that can be fetched.
    void fetch() {
        for (bool is_changed = true; is_changed;) {
            is_changed = false;
            pending_.for_each([&](uint32_t a) { is_changed |= decide(a); });
            for (uint32_t t = 0; t < threads_.size(); ++t) {
                if (threads_[t].is_stopped) continue;
                is_changed |= fetch_thread(t);
                threads_[t].is_stopped = true;
            }
        }
    }

    /// First enabled access in order of number, or none; but a write whose read-modify-write
    /// has begun goes first. fetch() must have been called.
    uint32_t first_enabled() {
        if (state_.layout.has_rmw) {
            uint32_t begun = none;
            (waiting_ & rmw_writes_).for_each([&](uint32_t w) {
                if (begun == none && has_begun(w) && is_enabled(w)) begun = w;
            });
            if (begun != none) return begun;
        }
        if (state_.layout.has_locks && waiting_.intersects(state_.locks))
            return first_enabled_or_lock();
        for (unsigned k = 0; k < Words; ++k)
            for (uint64_t rest = waiting_.word[k]; rest != 0; rest &= rest - 1) {
                const uint32_t a = 64 * k + static_cast<uint32_t>(std::countr_zero(rest));
                if (is_enabled(a)) return a;
            }
        return none;
    }

    /// Finds place and value of an access that is to be committed; false if it is not enabled.
    bool prepare(uint32_t a) { return waiting_.test(a) && is_enabled(a); }

    /// Nothing waits: every event happened or does not.
    bool is_done() const { return !waiting_.any() && !pending_.any() && are_threads_done(); }

    /// Fetched and not committed.
    bool is_waiting(uint32_t a) const { return waiting_.test(a); }
    /// Nothing else waits.
    bool is_last(uint32_t a) const {
        Set rest = waiting_;
        rest.clear(a);
        if (rest.any() || pending_.any()) return false;
        return are_threads_done();
    }

    void commit(uint32_t a) {
        waiting_.clear(a);
        partial_ += state_.access[a].is_partial;
        if (state_.layout.accesses[a].is_write) return;
        threads_[state_.layout.accesses[a].thread].is_stopped = false;
        wake_others(a);
    }
    void undo(uint32_t a) {
        waiting_.set(a);
        partial_ -= state_.access[a].is_partial;
    }

    /// Some value was known before all it could be computed from: the rule that no value
    /// depends on itself (ir/execution.h) is then to be checked in the end.
    bool used_partial_values() const { return partial_ > 0; }

    size_t mark() const { return log_.size(); }
    void undo_to(size_t mark) {
        while (log_.size() > mark) {
            take_back(log_.back());
            log_.pop_back();
        }
    }
    /// Before a run with other inputs.
    void reset() {
        undo_to(0);
        for (Thread& thread : threads_) thread.is_stopped = false;
    }

    /// Accesses directly commit-before the enabled access `a`, its source aside.
    Set commit_before(uint32_t a) const {
        const AccessState<Words>& access = state_.access[a];
        Set result = access.needs;
        if (is_power_) result |= state_.place_of(a).accesses & access.po->accesses;
        return result & state_.committed;
    }

  private:
    void add_rmw(uint32_t a) {
        const AccessLayout& access = state_.layout.accesses[a];
        if (!access.rmw.empty()) rmw_writes_.set(a);
        if (!access.is_write && access.joined != none) joined_reads_.set(a);
    }

    /// A lock that was promised a mutex which is free now goes first, then everything else;
    /// locks that have to wait come last.
    uint32_t first_enabled_or_lock() {
        uint32_t ready = none, first = none, last = none;
        (waiting_ & state_.locks).for_each([&](uint32_t lock) {
            const uint32_t after = state_.promise[lock].after;
            if (ready == none && after != none && state_.place_of(after).co.back() != after &&
                is_enabled(lock))
                ready = lock;
        });
        if (ready != none) return ready;
        waiting_.for_each([&](uint32_t a) {
            if (first != none || !is_enabled(a)) return;
            const bool waits = state_.locks.test(a) && (state_.promise[a].after != none ||
                                                        !state_.is_free(state_.place_of(a)));
            if (!waits)
                first = a;
            else if (last == none)
                last = a;
        });
        return first != none ? first : last;
    }

    struct Thread {
        uint32_t next = 0;
        /// It cannot go on before more is known. (Taking commits back does not change that.)
        bool is_stopped = false;
        /// What is fetched before the next step is sets[top]; below it, what accesses point to.
        uint32_t top = 0;
        std::vector<Fetched<Words>> sets;
    };
    /// Steps fetched, or a pending access decided.
    struct Entry {
        uint32_t thread;
        /// Of a decided access; none for steps.
        uint32_t access;
        uint32_t first, last;
        /// Thread::top before.
        uint32_t top;
        /// How many were known early.
        uint32_t partial;
    };

    bool are_threads_done() const {
        for (uint32_t t = 0; t < threads_.size(); ++t)
            if (threads_[t].next < state_.layout.steps[t].size()) return false;
        return true;
    }

    /// A formula's value if it is known; counts those known early.
    std::optional<uint64_t> evaluate(const Formula& formula, bool& is_partial) const {
        if (formula.is_constant()) return formula.constant();
        if (formula.all_resolved(state_.leaves)) return formula.get(state_.leaves);
        if (!is_power_) return std::nullopt;  // all before it is committed first anyway
        is_partial = true;
        return formula.partial(state_.leaves);
    }

    /// Reads of the dependencies that are there; false when that is not known yet.
    bool gather(const std::vector<LayoutDependency>& dependencies, Set& result,
                bool& is_partial) const {
        for (const LayoutDependency& d : dependencies) {
            const auto guard = evaluate(d.guard, is_partial);
            if (!guard) return false;
            if (*guard != 0) result.set(d.read);
        }
        return true;
    }

    /// Fetches a thread's steps as far as that goes. All of them are taken back together, so
    /// they may share what they change.
    bool fetch_thread(uint32_t t) {
        Thread& thread = threads_[t];
        const std::vector<Step>& steps = state_.layout.steps[t];
        const uint32_t first = thread.next, top = thread.top, partial = partial_;
        while (thread.next < steps.size() && fetch_step(thread, steps, top)) {
        }
        if (thread.next == first) return false;
        log_.push_back({t, none, first, thread.next, top, partial_ - partial});
        return true;
    }

    /// Fetches a step, or a block that does not happen. Sets above `top` may be changed.
    bool fetch_step(Thread& thread, const std::vector<Step>& steps, uint32_t top) {
        const uint32_t k = thread.next;
        const Step& step = steps[k];
        bool is_partial = false;
        if (step.starts_block || !state_.leaves.happens[steps[k - 1].event]) {
            const auto guard = guard_of(thread, steps, is_partial);
            if (!guard) {
                if (!is_power_ || step.access == none || waits_anyway(thread, step) ||
                    !state_.layout.accesses[step.access].addr.empty())
                    return false;
                state_.access[step.access].po = &thread.sets[thread.top];
                push(thread).accesses.set(step.access);
                pending_.set(step.access);
                thread.next = k + 1;
                return true;
            }
            if (*guard == 0) {
                for (uint32_t x = k; x < step.block_end; ++x) set_absent(steps[x]);
                partial_ += is_partial;
                thread.next = step.block_end;
                return true;
            }
        }
        if (!fetch_happening(thread, step, top, is_partial)) return false;
        partial_ += is_partial;
        thread.next = k + 1;
        return true;
    }

    /// A set of its own for what comes next.
    Fetched<Words>& push(Thread& thread) {
        thread.sets[thread.top + 1] = thread.sets[thread.top];
        return thread.sets[++thread.top];
    }
    Fetched<Words>& change(Thread& thread, uint32_t top) {
        return thread.top > top ? thread.sets[thread.top] : push(thread);
    }

    /// A block's guard is decided at its first step; it is false where that of a block which
    /// must happen before is.
    std::optional<uint64_t> guard_of(const Thread& thread, const std::vector<Step>& steps,
                                     bool& is_partial) const {
        const Step& step = steps[thread.next];
        if (step.dominator != none) {
            const ir::EventId event = steps[step.dominator].event;
            if (state_.leaves.decided[event] && !state_.leaves.happens[event]) return 0;
        }
        const Formula& guard = step.guard;
        if (guard.is_constant()) return guard.constant();
        if (guard.all_resolved(state_.leaves)) return guard.get(state_.leaves);
        if (!is_power_ || waits_anyway(thread, step)) return std::nullopt;
        is_partial = true;
        return guard.partial(state_.leaves);
    }

    /// All that the guard lacks is what later accesses of the thread need, too.
    bool waits_anyway(const Thread& thread, const Step& step) const {
        for (ir::EventId read : step.guard.reads())
            if (!state_.leaves.resolved[read] &&
                !thread.sets[thread.top].ctrl.test(state_.layout.access_of[read]))
                return false;
        return step.guard.guards_decided(state_.leaves);
    }

    void set_absent(const Step& step) {
        state_.leaves.decided[step.event] = true;
        if (step.access == none) return;
        state_.absent.set(step.access);
        state_.leaves.resolved[step.event] = true;
        state_.leaves.read[step.event] = 0;
        wake_others(step.access);
    }

    /// The read has its value, or is known not to happen.
    void wake_others(uint32_t read) {
        for (uint32_t t : state_.layout.accesses[read].wakes) threads_[t].is_stopped = false;
    }

    bool fetch_happening(Thread& thread, const Step& step, uint32_t top, bool& is_partial) {
        if (step.access != none) {
            if (!fetch_access(step.access, thread.sets[thread.top], is_partial)) return false;
            Fetched<Words>& after = push(thread);
            after.accesses.set(step.access);
            after.addr |= state_.access[step.access].addr;
        } else if (step.is_fence) {
            fetch_fence(step.fence, change(thread, top));
        } else if (is_power_ && !step.ctrl.empty()) {
            Set ctrl;
            if (!gather(step.ctrl, ctrl, is_partial)) return false;
            change(thread, top).ctrl |= ctrl;
        }
        state_.leaves.decided[step.event] = true;
        state_.leaves.happens[step.event] = true;
        return true;
    }

    static void fetch_fence(FenceClass fence, Fetched<Words>& sets) {
        switch (fence) {
            case FenceClass::Strong:
                sets.before_strong = sets.accesses;
                break;
            case FenceClass::Lwsync:
                sets.before_lwsync = sets.accesses;
                break;
            case FenceClass::WriteWrite:
                sets.before_write_write = sets.accesses;
                break;
            case FenceClass::Isync:
                sets.ctrl_isync = sets.ctrl;
                break;
            case FenceClass::Nothing:
                break;
        }
    }

    bool fetch_access(uint32_t a, const Fetched<Words>& po, bool& is_partial) {
        const AccessLayout& layout = state_.layout.accesses[a];
        AccessState<Words>& access = state_.access[a];
        access.po = &po;
        access.addr = {};
        access.data = {};
        if (is_power_) {
            if (!gather(layout.addr, access.addr, is_partial)) return false;
            if (!gather(layout.data, access.data, is_partial)) return false;
            access.needs = access.addr | access.data | po.ctrl | po.addr | po.before_strong;
            for (uint32_t read : layout.own_control) access.needs.set(read);
            access.needs |= layout.is_write
                                ? po.before_lwsync | (po.before_write_write & state_.writes)
                                : po.before_lwsync & state_.reads;
            // A lock waits for what its take waits for, a joined read for what its write does.
            const bool is_lock = state_.layout.has_locks && layout.role == Role::Lock;
            if (is_lock || joined_reads_.test(a))
                access.needs |= po.before_lwsync | (po.before_write_write & state_.writes);
            (access.needs & joined_reads_).for_each([&](uint32_t read) {
                if (layout.joined != read) access.needs.set(state_.layout.accesses[read].joined);
            });
        } else {
            access.needs = po.accesses;
        }
        if (layout.waits) access.needs.set(layout.awaited);
        waiting_.set(a);
        return true;
    }

    /// The guard of a pending access may be known by now.
    bool decide(uint32_t a) {
        const AccessLayout& layout = state_.layout.accesses[a];
        const Step& step = state_.layout.steps[layout.thread][layout.step];
        bool is_partial = false;
        const auto guard = evaluate(step.guard, is_partial);
        if (!guard) return false;
        if (*guard == 0) {
            set_absent(step);
        } else {
            if (!fetch_access(a, *state_.access[a].po, is_partial)) return false;
            state_.leaves.decided[step.event] = true;
            state_.leaves.happens[step.event] = true;
        }
        threads_[layout.thread].is_stopped = false;
        pending_.clear(a);
        partial_ += is_partial;
        log_.push_back({layout.thread, a, 0, 0, 0, is_partial});
        return true;
    }

    void take_back(const Entry& entry) {
        partial_ -= entry.partial;
        if (entry.access != none) {
            const AccessLayout& layout = state_.layout.accesses[entry.access];
            forget(state_.layout.steps[layout.thread][layout.step]);
            pending_.set(entry.access);
            threads_[entry.thread].is_stopped = false;
            return;
        }
        threads_[entry.thread].next = entry.first;
        threads_[entry.thread].top = entry.top;
        threads_[entry.thread].is_stopped = false;
        for (uint32_t k = entry.last; k-- > entry.first;) {
            const Step& step = state_.layout.steps[entry.thread][k];
            forget(step);
            if (step.access != none) pending_.clear(step.access);
        }
    }

    void forget(const Step& step) {
        state_.leaves.decided[step.event] = false;
        state_.leaves.happens[step.event] = false;
        if (step.access == none) return;
        if (state_.absent.test(step.access)) {
            state_.absent.clear(step.access);
            state_.leaves.resolved[step.event] = false;
        }
        waiting_.clear(step.access);
    }

    bool has_begun(uint32_t write) const {
        for (const LayoutDependency& d : state_.layout.accesses[write].rmw)
            if (state_.committed.test(d.read)) return true;
        return false;
    }

    bool is_enabled(uint32_t a) {
        AccessState<Words>& access = state_.access[a];
        const Set done = state_.committed | state_.absent;
        if (!access.needs.within(done)) return false;
        access.is_partial = false;
        if (!locate(a)) return false;
        if (is_power_) {
            // Earlier accesses of the same location go first, also those that may be.
            bool is_clear = true;
            (access.po->accesses - done).for_each([&](uint32_t x) {
                is_clear = is_clear && locate(x) && state_.access[x].place != access.place;
            });
            if (!is_clear) return false;
        }
        const AccessLayout& layout = state_.layout.accesses[a];
        if (!layout.is_write) return true;
        const Formula& value = state_.layout.steps[layout.thread][layout.step].value;
        const auto known = evaluate(value, access.is_partial);
        if (!known) return false;
        access.value = *known;
        return true;
    }

    /// Finds the place of an access if its address is known.
    bool locate(uint32_t a) {
        const AccessLayout& layout = state_.layout.accesses[a];
        AccessState<Words>& access = state_.access[a];
        if (layout.address.is_constant() && access.place != none) return true;
        const auto address = evaluate(layout.address, access.is_partial);
        if (!address) return false;
        access.place = state_.memory.place_at({*address, layout.size}, state_.leaves);
        return true;
    }

    State<Words>& state_;
    const bool is_power_;
    std::vector<Thread> threads_;
    /// Fetched and not committed; fetched with an unknown guard.
    Set waiting_, pending_;
    Set rmw_writes_, joined_reads_;
    std::vector<Entry> log_;
    uint32_t partial_ = 0;
};

}  // namespace fencepost::explorers::traces
