// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// RSMC: each complete, allowed Shasha-Snir trace exactly once.
//
// Explore commits the first enabled access with every parameter the model allows, and goes
// on. What it misses are reads that read from a write committed later. So, as in "Stateless
// Model Checking for POWER" (CAV 2016, section 3), a write w that races with a committed read
// r (same location, r not commit-before w) starts further runs in which r comes behind w and
// reads from it: everything that came after r and is not commit-before w is cut away, then
// w and r[w] are committed (Traverse). One result must not be reached from several races.
// The paper keeps a set Q of run templates for each read, which grows with the number of
// runs. We decide it by looking at the run instead, as "Truly Stateless, Optimal Dynamic
// Partial Order Reduction" (Kokologiannakis et al., POPL 2022) does for po|rf: of all runs
// that would be cut to the same result, only the one acts in which each access that is cut,
// and r, has the canonical parameter, the co-latest position among
//
//     what was considered before it, and what is commit-before w.
//
// "Before" is by stamp: an access gets one when Explore considers it, and r keeps its stamp
// when it moves behind w (so a second write finds r where it was, and an access that others
// considered earlier read from is not cut). This needs the order in which accesses are
// considered to be fixed (first enabled by number), commit-before-closed parts of allowed
// traces to be allowed, and the co-latest position to be allowed always; global_order.h and
// power_order.h argue the last two, for commit-before in place of po|rf. So no run without
// read-modify-writes is ever blocked by the model, memory is linear in the trace, and there
// is nothing to look up.
//
// Atomicity is the exception: the co-latest position of a conditional store may violate it.
// Therefore runs are explored under the model without atomicity, a run that violates it is
// *doomed* (not reported), and is followed only as long as a race may cut the violation
// away (atomicity.h). Most such runs are not even begun: when the read of a
// read-modify-write takes a source that another one has taken, its write is looked at right
// away, and where it neither has a place nor moves the other's read, nothing is explored.
// Mutexes are explored by sections (mutex.h).
#pragma once

#include <functional>

#include "explorers/rsmc/atomicity.h"
#include "explorers/rsmc/track.h"

namespace fencepost::explorers::traces {

struct ExplorerStats {
    uint64_t traces = 0;
    /// Runs given up that led to no other ones, all because of atomicity or because values
    /// wait for each other.
    uint64_t wasted = 0;
    uint64_t commits = 0;
    uint64_t races = 0;
    uint32_t deepest = 0;
};

template <unsigned Words>
class Explorer {
  public:
    using Set = Row<Words>;
    /// A complete trace; false ends the exploration.
    using Visit = std::function<bool(Machine<Words>&)>;
    /// Asked now and then; true ends the exploration.
    using Interrupted = std::function<bool()>;

    Explorer(const Layout& layout, ModelClass model, Visit visit, Interrupted interrupted)
        : layout_(layout),
          machine_(layout, model),
          track_(machine_),
          visit_(std::move(visit)),
          interrupted_(std::move(interrupted)) {}

    /// Shares the exploration with others: a subtree is a task as soon as the choices above
    /// it could have made `split` different ones; tasks are numbered, `is_mine` says which to
    /// explore. Explorers of one program meet the same tasks in the same order.
    void share(uint64_t split, std::function<bool(uint64_t)> is_mine) {
        split_ = split;
        is_mine_ = std::move(is_mine);
    }

    /// All traces under these inputs. False if it was ended early: then it is of no more use.
    bool run(const std::vector<uint64_t>& inputs) {
        track_.clear();
        frames_.clear();
        for (; !promises_.empty(); promises_.pop_back())
            machine_.promise(promises_.back().first) = promises_.back().second;
        machine_.set_inputs(inputs);
        clock_ = 1;
        is_stopped_ = false;
        explore();
        while (!frames_.empty() && !is_stopped_) {
            poll();
            advance();
        }
        return !is_stopped_;
    }

    const ExplorerStats& stats() const { return stats_; }
    /// Estimated: as if the subtrees of a choice were equally large.
    double share_done() const {
        double done = 0, weight = 1;
        for (const Frame& frame : frames_) {
            const bool has_races = frame.stage != Stage::Traverse && frame.reads.any();
            const double parts = frame.choices + (has_races ? 1 : 0);
            const double left = frame.next - frame.first + (has_races ? 1 : 0);
            if (frame.stage == Stage::Races)
                done += weight * (parts - 1) / parts;
            else
                done += weight * std::max(0.0, parts - left - 1) / parts;
            weight /= parts;
        }
        return frames_.empty() ? 1 : done;
    }
    const Leaves& leaves() const { return machine_.state().leaves; }

  private:
    enum class Stage : uint8_t { Explore, Races, Traverse };

    struct Frame {
        uint32_t access;
        Stage stage;
        /// No parameter was possible so far, and no race is to be followed.
        bool is_stuck = true;
        /// Length of the run before what this frame commits.
        size_t length;
        /// Stamp for the access.
        uint32_t clock;
        /// Choices so far, multiplied; 0 inside a task.
        uint64_t weight = 0;
        /// Positions left: first..next-1, and how many there were.
        uint32_t first, next;
        uint32_t choices;
        // Explore and Races: reads to move. Traverse: the read that moves behind the write.
        Set reads{};
        uint32_t read = none;
        uint32_t read_stamp = 0;
        // Traverse: what was set aside, and where it belongs.
        size_t aside = 0;
        size_t start = 0;
        size_t promises = 0;
    };

    /// Once in a while; rarely enough not to cost anything, often enough to be prompt.
    bool poll() {
        constexpr uint64_t period = Words == 1 ? 1024 : Words <= 4 ? 256 : Words <= 16 ? 64 : 16;
        if (++steps_ % period == 0 && interrupted_()) is_stopped_ = true;
        return is_stopped_;
    }

    void advance() {
        Frame& frame = frames_.back();
        clock_ = frame.clock;
        switch (frame.stage) {
            case Stage::Explore:
                advance_explore(frame);
                return;
            case Stage::Races:
                advance_races(frame);
                return;
            case Stage::Traverse:
                advance_traverse(frame);
                return;
        }
    }

    /// Considers the next access of the current run.
    void explore() {
        const uint32_t a = machine_.next();
        uint64_t weight = is_mine_ ? frames_.empty() ? 1 : frames_.back().weight : 0;
        if (weight >= split_ || (weight > 0 && a == none)) {
            if (!is_mine_(tasks_++)) return;
            weight = 0;
        }
        if (a == none) {
            finish();
            return;
        }
        const Parameters p = machine_.parameters(a);
        if (layout_.has_locks) require_tame(machine_, a, p);
        frames_.push_back({.access = a,
                           .stage = Stage::Explore,
                           .length = track_.length(),
                           .clock = clock_,
                           .weight = weight * (p.last - p.first + 1),
                           .first = p.first,
                           .next = p.last + 1,
                           .choices = p.last - p.first + 1});
        if (layout_.accesses[a].is_write) {
            frames_.back().reads = acting_reads(a);
            frames_.back().is_stuck = !frames_.back().reads.any();
        }
        stats_.deepest = std::max(stats_.deepest, static_cast<uint32_t>(frames_.size()));
    }

    void finish() {
        if (track_.is_doomed() || !machine_.fetcher().is_done()) {
            ++stats_.wasted;
            return;
        }
        if (layout_.has_locks) check_waits();
        ++stats_.traces;
        if (!visit_(machine_)) is_stopped_ = true;
    }

    void check_waits() const {
        const State<Words>& state = machine_.state();
        (state.locks & state.committed).for_each([&](uint32_t lock) {
            CHECK(state.access[lock].value == 0 ||
                      state.memory.source(lock) == state.place_of(lock).co.back(),
                  "a lock should wait to the end");
        });
    }

    void advance_explore(Frame& frame) {
        while (frame.next > frame.first) {
            const uint32_t p = --frame.next;
            if (!go_to(frame)) return;
            if (!is_offered(frame.access, p)) continue;
            if (!commit(frame.access, p, stamp_for(frame))) continue;
            clock_ = frame.clock + 1;
            if (is_dead_end(frame.access)) continue;
            frame.is_stuck = false;
            explore();
            return;
        }
        if (frame.reads.any()) {
            frame.stage = Stage::Races;
            return;
        }
        stats_.wasted += frame.is_stuck && layout_.accesses[frame.access].is_write;
        frames_.pop_back();
    }

    /// Back to the run in which the frame's access is enabled. False if the exploration is to
    /// stop.
    bool go_to(const Frame& frame) {
        const uint64_t commits = stats_.commits;
        track_.go_to(frame.length, [this] {
            ++stats_.commits;
            return poll();
        });
        // Its place and value may be those of another run.
        if (stats_.commits > commits && !is_stopped_) machine_.prepare(frame.access);
        return !is_stopped_;
    }

    bool is_lock(uint32_t a) const {
        return layout_.has_locks && layout_.accesses[a].role == Role::Lock;
    }
    bool is_offered(uint32_t a, uint32_t p) const {
        return !is_lock(a) || traces::is_offered(machine_.state(), a, p);
    }
    /// A lock that was promised its place keeps its stamp.
    uint32_t stamp_for(const Frame& frame) {
        if (!is_lock(frame.access)) return frame.clock;
        const Promise& promise = machine_.promise(frame.access);
        return promise.after != none ? promise.stamp : frame.clock;
    }

    Violations violations_at(uint32_t a, uint32_t p) const {
        Violations found = find_violations(machine_, a, p);
        if (layout_.has_locks && layout_.accesses[a].role != Role::None)
            found.is_hopeless = found.count > 0;  // only its place behind a section is tried
        return found;
    }

    /// Commits unless the run is then doomed for good; sets the stamp.
    bool commit(uint32_t a, uint32_t p, uint32_t stamp, bool is_forced = false) {
        uint32_t violations = 0;
        if (layout_.has_rmw) {
            machine_.set_stamp(a, stamp);
            const Violations found = violations_at(a, p);
            if (found.is_hopeless && !is_forced) return false;
            violations = found.count;
        }
        track_.commit({a, p, stamp, violations});
        ++stats_.commits;
        return true;
    }

    // Races.

    /// Committed reads that could read from the enabled write if they came later.
    Set racing_reads(uint32_t write) {
        const State<Words>& state = machine_.state();
        Set reads = state.place_of(write).accesses & state.reads;
        if (!reads.any()) return reads;
        reads -= machine_.commit_before_enabled(write);
        Set result;
        reads.for_each([&](uint32_t r) {
            if (layout_.accesses[r].waits) return;
            if (layout_.has_locks && !is_movable(state, r, write)) return;
            result.set(r);
        });
        return result;
    }

    /// Those that this run is to move. The machine holds the run before the write.
    Set acting_reads(uint32_t write) {
        Set result = racing_reads(write);
        if (!result.any()) return result;
        const Set kept = machine_.commit_before_enabled(write);
        Set(result).for_each([&](uint32_t r) {
            if (!acts(write, r, later_than(r) - kept, kept)) result.clear(r);
        });
        return result;
    }

    /// A read-modify-write whose read was just committed behind a write that another one
    /// follows already: its write, which is next, has no place and moves no read either.
    bool is_dead_end(uint32_t read) {
        if (!layout_.has_rmw || layout_.accesses[read].rmw_writes.empty()) return false;
        const State<Words>& state = machine_.state();
        const bool is_last =
            state.memory.position_of(state.memory.source(read)) == state.place_of(read).co.size();
        if (is_last && !is_lock(read)) return false;
        const uint32_t w = machine_.next();
        const auto& writes = layout_.accesses[read].rmw_writes;
        const bool is_next = std::find(writes.begin(), writes.end(), w) != writes.end();
        if (is_lock(read) && state.access[read].value == 0 && !is_next) throw NotTame();
        if (is_last || !is_next) return false;
        machine_.set_stamp(w, clock_);
        const Parameters p = machine_.parameters(w);
        for (uint32_t k = p.first; k <= p.last; ++k)
            if (!violations_at(w, k).is_hopeless) return false;
        return !acting_reads(w).any();
    }

    void advance_races(Frame& frame) {
        if (!frame.reads.any()) {
            frames_.pop_back();
            return;
        }
        const uint32_t r = frame.reads.highest();
        frame.reads.clear(r);
        if (!go_to(frame)) return;
        ++stats_.races;
        traverse(frame.access, r, later_than(r) - machine_.commit_before_enabled(frame.access));
    }

    Set later_than(uint32_t r) const {
        Set result;
        machine_.state().committed.for_each([&](uint32_t x) {
            if (machine_.stamp(x) > machine_.stamp(r)) result.set(x);
        });
        return result;
    }

    /// This is the run that moves r behind the write.
    bool acts(uint32_t write, uint32_t r, const Set& cut, const Set& kept) const {
        return all_canonical(r, cut, kept) && has_place(write, cut) &&
               (!layout_.has_locks || are_promises_canonical(machine_.stamp(r), kept));
    }

    /// The write of a read-modify-write that no later race parts from its read.
    bool is_one_step(uint32_t write) const {
        const AccessLayout& access = layout_.accesses[write];
        return !machine_.is_power() || access.joined != none ||
               (layout_.has_locks && access.role == Role::Take);
    }

    /// If the write is that of a read-modify-write, no other one that is left follows its
    /// source.
    bool has_place(uint32_t write, const Set& cut) const {
        if (!layout_.has_rmw || !is_one_step(write)) return true;
        const State<Words>& state = machine_.state();
        bool result = true;
        machine_.for_each_rmw_read(write, [&](uint32_t own) {
            const uint32_t source = state.memory.source(own);
            const Set others = state.memory.readers(state.place_of(own), source) - cut;
            others.for_each([&](uint32_t other) {
                if (other == own || state.same_thread(other, own)) return;
                for (uint32_t w : layout_.accesses[other].rmw_writes)
                    if (is_one_step(w) && state.committed.test(w) && !cut.test(w) &&
                        state.access[w].place == state.access[own].place)
                        result = false;
            });
        });
        return result;
    }

    /// Promises that are cut with what is later than `stamp`.
    bool are_promises_canonical(uint32_t stamp, const Set& kept) const {
        const State<Words>& state = machine_.state();
        bool result = true;
        (state.locks - state.committed).for_each([&](uint32_t lock) {
            const Promise& promise = state.promise[lock];
            if (promise.after == none || promise.stamp < stamp) return;
            result =
                result && is_latest(machine_, state.place_of(promise.after),
                                    state.memory.position_of(promise.after), promise.stamp, kept);
        });
        return result;
    }

    bool all_canonical(uint32_t r, const Set& cut, const Set& kept) const {
        if (!is_canonical(machine_, r, kept)) return false;
        for (unsigned k = 0; k < Words; ++k)
            for (uint64_t rest = cut.word[k]; rest != 0; rest &= rest - 1)
                if (!is_canonical(machine_, 64 * k + static_cast<uint32_t>(std::countr_zero(rest)),
                                  kept))
                    return false;
        return true;
    }

    // Traverse.

    /// Rebuilds the run without `cut` and r, and pushes a frame that commits the write and
    /// then r, which reads it.
    void traverse(uint32_t write, uint32_t r, Set cut) {
        const State<Words>& state = machine_.state();
        cut.set(r);
        size_t start = 0;
        while (!cut.test(track_[start].access)) ++start;
        Frame frame{.access = write,
                    .stage = Stage::Traverse,
                    .length = 0,
                    .clock = clock_,
                    .weight = 2 * frames_.back().weight,
                    .first = 0,
                    .next = 0,
                    .choices = 1,
                    .read = r,
                    .read_stamp = machine_.stamp(r),
                    .aside = 0,
                    .start = start,
                    .promises = promises_.size()};
        if (layout_.has_locks) change_promises(write, r, cut);
        rank_.resize(layout_.accesses.size());
        (state.committed & state.writes).for_each([&](uint32_t w) {
            rank_[w] = state.memory.position_of(w);
        });
        (state.committed & state.reads).for_each([&](uint32_t x) {
            rank_[x] = state.memory.source(x);
        });
        frame.aside = track_.set_aside(start);
        for (size_t k = frame.aside; k < track_.aside() && !is_stopped_; ++k) {
            const Footstep& step = track_.aside(k);
            if (!cut.test(step.access) && !promised_.test(step.access)) replay_in_part(step);
        }
        if (is_stopped_) return;
        frame.length = track_.length();
        machine_.prepare(write);
        const Parameters p = machine_.parameters(write);
        frame.first = p.first;
        frame.next = p.last + 1;
        frame.choices = p.last - p.first + 1;
        frames_.push_back(frame);
    }

    /// Promises for the run without `cut` (r among it): r follows the write if that is a
    /// take; what is cut has none; a lock that stays while it waits for a take follows that
    /// one, and one that stays without the unlock that it reads the take before.
    void change_promises(uint32_t write, uint32_t r, const Set& cut) {
        const State<Words>& state = machine_.state();
        const auto set = [&](uint32_t lock, Promise promise) {
            promises_.emplace_back(lock, machine_.promise(lock));
            machine_.promise(lock) = promise;
        };
        promised_ = {};
        state.locks.for_each([&](uint32_t lock) {
            if (!state.committed.test(lock)) {
                if (machine_.promise(lock).after != none &&
                    machine_.promise(lock).stamp > machine_.stamp(r))
                    set(lock, {});
                return;
            }
            const uint32_t source = state.memory.source(lock);
            if (lock == r)
                set(lock, {write, machine_.stamp(r)});
            else if (cut.test(lock))
                set(lock, {});
            else if (state.access[lock].value != 0) {
                set(lock, {source, machine_.stamp(lock)});
                promised_.set(lock);
            } else if (source != none && cut.test(source)) {
                set(lock, {section_of(state, source), machine_.stamp(lock)});
                promised_.set(lock);
            }
        });
    }

    /// Commits an access again where some others are missing: the same source, the same
    /// place among the writes that are there.
    void replay_in_part(const Footstep& step) {
        poll();
        const uint32_t a = step.access;
        machine_.prepare(a);
        const State<Words>& state = machine_.state();
        uint32_t p = 0;
        if (layout_.accesses[a].is_write) {
            for (uint32_t w : state.place_of(a).co) p += rank_[w] < rank_[a];
        } else {
            p = state.memory.position_of(rank_[a]);
        }
        commit(a, p, step.stamp, true);
    }

    void advance_traverse(Frame& frame) {
        while (frame.next > frame.first) {
            const uint32_t p = --frame.next;
            if (!go_to(frame)) return;
            if (!commit(frame.access, p, frame.clock)) continue;
            if (!is_lock(frame.read)) {
                machine_.prepare(frame.read);
                const uint32_t at = machine_.state().memory.position_of(frame.access);
                if (machine_.parameters(frame.read).first > at ||
                    !commit(frame.read, at, frame.read_stamp))
                    continue;
            }
            clock_ = frame.clock + 1;
            explore();
            return;
        }
        for (; promises_.size() > frame.promises; promises_.pop_back())
            machine_.promise(promises_.back().first) = promises_.back().second;
        track_.put_back(frame.start, frame.aside);
        frames_.pop_back();
    }

    const Layout& layout_;
    Machine<Words> machine_;
    Track<Words> track_;
    Visit visit_;
    Interrupted interrupted_;
    std::vector<Frame> frames_;
    /// What locks were promised before; those that replay promises in place of committing.
    std::vector<std::pair<uint32_t, Promise>> promises_;
    Set promised_;
    /// For replay in part. Writes: place in co before. Reads: the source.
    std::vector<uint32_t> rank_;
    uint32_t clock_ = 1;
    uint64_t steps_ = 0;
    bool is_stopped_ = false;
    uint64_t split_ = UINT64_MAX;
    std::function<bool(uint64_t)> is_mine_;
    uint64_t tasks_ = 0;
    ExplorerStats stats_;
};

}  // namespace fencepost::explorers::traces
