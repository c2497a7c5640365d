// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// The execution model of "Stateless Model Checking for POWER" (CAV 2016), section 2: states
// are partial Shasha-Snir traces, a step commits one access with a parameter that the memory
// model allows. Fetching and local events happen in between (fetcher.h). Every step can be
// undone; nothing is ever copied or replayed to go back.
//
// Where no thread goes on from a location to another one, no order leaves the location, so
// its coherence is all that the models ask for, and its accesses need no rows.
//
// Atomicity of read-modify-writes is not part of a parameter's check here: a state may
// violate it, see explorer.h for why. `violates_atomicity` says so.
#pragma once

#include "explorers/rsmc/fetcher.h"
#include "explorers/rsmc/global_order.h"
#include "explorers/rsmc/power_order.h"
#include "ir/check.h"

namespace fencepost::explorers::traces {

/// Positions first..last.
struct Parameters {
    uint32_t first, last;
};

template <unsigned Words>
class Machine {
  public:
    using Set = Row<Words>;

    struct Commit {
        uint32_t access;
        uint32_t position;
        // To take it back.
        uint32_t shown_before;
        size_t fetch_mark, order_mark;
        bool is_ordered;
    };

    Machine(const Layout& layout, ModelClass model)
        : layout_(layout),
          is_power_(model == ModelClass::Power),
          state_(layout),
          fetcher_(state_, model),
          global_(state_, model),
          power_(state_),
          commit_before_(layout.accesses.size()) {
        const size_t events = layout.program.events().size();
        state_.leaves.read.assign(events, 0);
        state_.leaves.resolved.assign(events, false);
        state_.leaves.decided.assign(events, false);
        state_.leaves.happens.assign(events, false);
        state_.leaves.input.assign(layout.program.inputs().size(), 0);
        state_.leaves.input_used.assign(layout.program.inputs().size(), false);
        state_.leaves.final_value.assign(layout.finals.size(), 0);
    }

    const State<Words>& state() const { return state_; }
    const Fetcher<Words>& fetcher() const { return fetcher_; }
    bool is_power() const { return is_power_; }
    const std::vector<Commit>& trail() const { return trail_; }

    /// Before the first step only.
    void set_inputs(const std::vector<uint64_t>& values) {
        fetcher_.reset();
        state_.leaves.input = values;
        std::fill(state_.leaves.input_used.begin(), state_.leaves.input_used.end(), false);
        state_.memory.set_inputs(state_.leaves);
    }

    /// Fetches, then the first enabled access; none at the end of the run.
    uint32_t next() {
        fetcher_.fetch();
        return fetcher_.first_enabled();
    }

    /// What the model allows an enabled access, atomicity aside; never empty.
    Parameters parameters(uint32_t a) {
        const uint32_t place = state_.access[a].place;
        const AccessLayout& access = layout_.accesses[a];
        uint32_t first = state_.memory.lowest_coherent(place, access.thread);
        if (!access.is_sink)
            first = std::max(first, is_power_ ? power_.lowest(a) : global_.lowest(a));
        if (access.waits) first = std::max(first, 1u);
        return {first, static_cast<uint32_t>(state_.memory.place(place).co.size())};
    }

    /// Makes sure that `a` is fetched and its place and value are known, in a state in which
    /// it is enabled.
    void prepare(uint32_t a) {
        fetcher_.fetch();
        const bool is_enabled = fetcher_.prepare(a);
        CHECK(is_enabled, "an access whose commit-before is committed should be enabled");
    }

    void commit(uint32_t a, uint32_t p) {
        AccessState<Words>& access = state_.access[a];
        const Place<Words>& place = state_.memory.place(access.place);
        check_overlaps(a, place);
        Commit entry{.access = a,
                     .position = p,
                     .shown_before = none,
                     .fetch_mark = fetcher_.mark(),
                     .order_mark = is_power_ ? power_.mark() : global_.mark(),
                     .is_ordered = false};
        if (!fetcher_.is_last(a)) {  // nobody asks about the last one
            set_commit_before(a, p);
            entry.is_ordered = !layout_.accesses[a].is_sink;
            if (entry.is_ordered) {
                if (is_power_)
                    power_.commit(a, p);
                else
                    global_.commit(a, p);
            }
        }
        if (!layout_.accesses[a].is_write) read(a, p);
        entry.shown_before = state_.memory.commit(a, access.place, p);
        state_.committed.set(a);
        fetcher_.commit(a);
        outside_ += !place.is_inside;
        trail_.push_back(entry);
    }

    void undo() {
        const Commit& entry = trail_.back();
        const uint32_t a = entry.access;
        fetcher_.undo_to(entry.fetch_mark);
        fetcher_.undo(a);
        state_.committed.clear(a);
        outside_ -= !state_.place_of(a).is_inside;
        state_.memory.undo(a, state_.access[a].place, entry.shown_before);
        if (entry.is_ordered) {
            if (is_power_)
                power_.undo(a, entry.order_mark);
            else
                global_.undo_to(entry.order_mark);
        }
        if (!layout_.accesses[a].is_write)
            state_.leaves.resolved[layout_.accesses[a].event] = false;
        trail_.pop_back();
    }

    /// Committed accesses before `a` in commit-before. Before it is committed, the source
    /// of a read does not count.
    const Set& commit_before(uint32_t a) const { return commit_before_[a]; }
    Set commit_before_enabled(uint32_t a) const {
        const Set direct = fetcher_.commit_before(a);
        if (is_power_) return close(direct);
        // The latest one of its thread has all before it in its row.
        if (layout_.accesses[a].waits || !direct.any()) return close(direct);
        return direct | commit_before_[direct.highest()];
    }

    /// Every access was committed behind all it could be computed from. If not, a value may
    /// depend on itself.
    bool is_computed_in_order() const {
        if (!is_power_ || !fetcher_.used_partial_values()) return true;
        Set before;
        for (const Commit& entry : trail_) {
            for (uint32_t read : layout_.accesses[entry.access].support)
                if (state_.committed.test(read) && !before.test(read)) return false;
            before.set(entry.access);
        }
        return true;
    }

    Promise& promise(uint32_t lock) { return state_.promise[lock]; }
    void set_stamp(uint32_t a, uint32_t stamp) { state_.access[a].stamp = stamp; }
    uint32_t stamp(uint32_t a) const { return state_.access[a].stamp; }

    bool has_access_outside() const { return outside_ > 0; }

    /// Reads of which the write `w` is the other part.
    template <class Visit>
    void for_each_rmw_read(uint32_t w, Visit visit) const {
        for (const LayoutDependency& d : layout_.accesses[w].rmw)
            if (state_.committed.test(d.read) &&
                state_.access[d.read].place == state_.access[w].place &&
                d.guard.get(state_.leaves) != 0)
                visit(d.read);
    }

    void set_final_values() {
        for (uint32_t k = 0; k < layout_.finals.size(); ++k) {
            const uint32_t number = state_.memory.place_at(layout_.finals[k], state_.leaves);
            const Place<Words>& place = state_.memory.place(number);
            state_.leaves.final_value[k] =
                place.co.empty() ? place.initial_value : state_.access[place.co.back()].value;
        }
    }

  private:
    void check_overlaps(uint32_t a, const Place<Words>& place) const {
        for (uint32_t other : place.overlaps)
            if (state_.memory.place(other).accesses.any()) {
                const ir::Event& e = layout_.program.event(layout_.accesses[a].event);
                throw ir::Unsupported(
                    {layout_.program.describe(e.location), 0, 0},
                    fmt::format("accesses of different size overlap at {}",
                                layout_.program.describe_address(place.location.address)));
            }
    }

    void read(uint32_t a, uint32_t p) {
        AccessState<Words>& access = state_.access[a];
        const Place<Words>& place = state_.memory.place(access.place);
        const ir::EventId event = layout_.accesses[a].event;
        if (p == 0 && !place.initial.valid()) {
            throw ir::Unsupported(
                {layout_.program.describe(layout_.program.event(event).location), 0, 0},
                "a read covers only a part of an initial value (mixed-size access)");
        }
        access.value = state_.value_at(place, p);
        state_.leaves.read[event] = access.value;
        state_.leaves.resolved[event] = true;
    }

    void set_commit_before(uint32_t a, uint32_t p) {
        Set& result = commit_before_[a];
        result = commit_before_enabled(a);
        if (layout_.accesses[a].is_write || p == 0) return;
        const uint32_t source = state_.place_of(a).co[p - 1];
        if (result.test(source)) return;
        result.set(source);
        result |= commit_before_[source];
    }

    Set close(Set direct) const {
        Set result;
        while (direct.any()) {
            const uint32_t last = direct.highest();
            result.set(last);
            result |= commit_before_[last];
            direct -= result;
        }
        return result;
    }

    const Layout& layout_;
    const bool is_power_;
    State<Words> state_;
    Fetcher<Words> fetcher_;
    GlobalOrder<Words> global_;
    PowerOrder<Words> power_;
    std::vector<Set> commit_before_;
    std::vector<Commit> trail_;
    uint32_t outside_ = 0;
};

}  // namespace fencepost::explorers::traces
