// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Happens-before is what program order and synchronisation give. A write synchronises with a
// read that reads from it, or from its release sequence, if the write is a
// release or stands behind a release fence, and the read is an acquire or stands before an
// acquire fence (C11 5.1.2.4). Create and begin, end and join
// synchronise by what they are; taking a mutex is an acquire, freeing it a release. Plain
// accesses do not synchronise.
//
// Threads are sequences, so happens-before is a clock for each event: of every thread, the
// number of its events that happened before. One pass over the events in an order that
// respects po and sw computes it; models without such an order (a cycle of rf through
// releases and acquires) do not allow the execution, and clocks then grow until they are
// stable.
#include "ir/race.h"

#include <algorithm>

namespace fencepost::ir {

bool is_release(Order order) {
    return order == Order::Release || order == Order::AcqRel || order == Order::SeqCst;
}

bool is_acquire(Order order) {
    return order == Order::Acquire || order == Order::Consume || order == Order::AcqRel ||
           order == Order::SeqCst;
}

bool is_plain(const Event& e) {
    return (e.kind == EventKind::Read || e.kind == EventKind::Write) && e.order == Order::Plain;
}

namespace {

class HappensBefore {
  public:
    HappensBefore(const Program& program, const Execution& execution)
        : program_(program), execution_(execution), threads_(program.threads().size()) {
        clocks_.assign(program.events().size() * threads_, 0);
        while (pass()) {
        }
    }

    bool ordered(EventId a, EventId b) const {
        const Event& first = program_.event(a);
        return clock(b)[first.thread] > first.position;
    }

  private:
    uint32_t* clock(EventId id) { return &clocks_[size_t{id} * threads_]; }
    const uint32_t* clock(EventId id) const { return &clocks_[size_t{id} * threads_]; }

    /// Raises the clock of `to` to that of `from`.
    bool raise(EventId to, const uint32_t* from) {
        bool changed = false;
        for (size_t t = 0; t < threads_; ++t)
            if (clock(to)[t] < from[t]) {
                clock(to)[t] = from[t];
                changed = true;
            }
        return changed;
    }

    bool pass() {
        bool changed = false;
        for (const Thread& thread : program_.threads()) {
            EventId last = no_event;
            for (EventId id : thread.events) {
                if (execution_.executed[id] == 0) continue;
                if (last != no_event) changed |= raise(id, clock(last));
                changed |= join_sources(thread, id);
                uint32_t& own = clock(id)[program_.event(id).thread];
                if (own <= program_.event(id).position) {
                    own = program_.event(id).position + 1;
                    changed = true;
                }
                last = id;
            }
        }
        return changed;
    }

    /// What the event, an acquiring read or an acquire fence, synchronises with.
    bool join_sources(const Thread& thread, EventId id) {
        const Event& e = program_.event(id);
        if (e.is_read()) {
            const bool acquires = e.kind == EventKind::ThreadBegin ||
                                  e.kind == EventKind::ThreadJoin || is_acquire(e.order);
            return acquires && join_writes(id, id);
        }
        if (!e.is_fence() || !is_acquire(e.order)) return false;
        bool changed = false;
        for (EventId before : thread.events) {
            if (before == id) break;
            const Event& read = program_.event(before);
            if (execution_.executed[before] != 0 && read.is_read() && !is_plain(read))
                changed |= join_writes(id, before);
        }
        return changed;
    }

    /// `to` happens after the heads of the release sequences that `read` reads from: behind the
    /// head, its own thread or read-modify-writes write, up to the write that is read.
    bool join_writes(EventId to, EventId read) {
        const EventId source = execution_.rf[read];
        if (source >= program_.events().size()) return false;
        // Who finds a mutex taken does not synchronise.
        if (program_.event(source).kind == EventKind::Take) return false;
        const Location place{execution_.address[read], program_.event(read).size};
        const auto order =
            std::find_if(execution_.co.begin(), execution_.co.end(),
                         [&](const CoherenceOrder& o) { return o.location == place; });
        if (order == execution_.co.end()) return join_release(to, source);
        const auto end = std::find(order->writes.begin(), order->writes.end(), source);
        bool changed = false;
        ThreadId only = no_thread;
        for (auto head = end;; --head) {
            const Event& w = program_.event(*head);
            if (only == no_thread || only == w.thread) changed |= join_release(to, *head);
            // What comes before must be of this thread, unless this is a read-modify-write.
            if (w.rmw.empty()) {
                if (only != no_thread && only != w.thread) break;
                only = w.thread;
            }
            if (head == order->writes.begin()) break;
        }
        return changed;
    }

    bool join_release(EventId to, EventId write) {
        const Event& w = program_.event(write);
        const bool by_kind = w.kind == EventKind::ThreadCreate || w.kind == EventKind::ThreadEnd;
        if (by_kind || is_release(w.order)) return raise(to, clock(write));
        if (is_plain(w)) return false;
        // A release fence before an atomic write.
        bool changed = false;
        for (EventId id : program_.threads()[w.thread].events) {
            if (id == write) break;
            const Event& fence = program_.event(id);
            if (execution_.executed[id] != 0 && fence.is_fence() && is_release(fence.order))
                changed |= raise(to, clock(id));
        }
        return changed;
    }

    const Program& program_;
    const Execution& execution_;
    const size_t threads_;
    /// By event and thread.
    std::vector<uint32_t> clocks_;
};

}  // namespace

std::optional<std::pair<EventId, EventId>> find_race(const Program& program,
                                                     const Execution& execution) {
    std::vector<EventId> accesses;
    for (EventId id = 0; id < program.events().size(); ++id) {
        const Event& e = program.event(id);
        const bool thread_event =
            e.kind >= EventKind::ThreadCreate && e.kind <= EventKind::ThreadJoin;
        if (execution.executed[id] != 0 && e.is_access() && !thread_event) accesses.push_back(id);
    }
    const HappensBefore order(program, execution);
    for (size_t i = 0; i < accesses.size(); ++i)
        for (size_t j = i + 1; j < accesses.size(); ++j) {
            const Event& a = program.event(accesses[i]);
            const Event& b = program.event(accesses[j]);
            if (a.thread == b.thread || (!a.is_write() && !b.is_write()) ||
                (!is_plain(a) && !is_plain(b)))
                continue;
            const uint64_t x = execution.address[accesses[i]], y = execution.address[accesses[j]];
            if (x + a.size <= y || y + b.size <= x) continue;
            if (!order.ordered(accesses[i], accesses[j]) &&
                !order.ordered(accesses[j], accesses[i]))
                return std::pair{accesses[i], accesses[j]};
        }
    return std::nullopt;
}

}  // namespace fencepost::ir
