// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Happens-before between threads goes through what releases and what acquires. So a thread is
// cut into segments: an acquiring event opens one, a releasing event closes one; events of one
// segment happen before, and behind, the same events of other threads. R(s, t) says that
// segment s happens before segment t of another thread:
//
//     s synchronises with t (a literal, mostly of rf)        -> R(s, t)
//     R(s, t) -> R(s, next of t)        R(next of s, t) -> R(s, t)
//     R(s, u) & u synchronises with t   -> R(s, t)
//
// Only this direction is there: a race needs R to be false, so the least relation is the one
// that counts, and unit propagation finds it. Sections of a mutex (encoders/sections.h)
// synchronise as they are ordered, whether they follow each other or not; that says the same.
//
// A write synchronises with what reads from its release sequence: the writes behind it in co, up
// to the first one that is neither of its thread nor a read-modify-write (C11 5.1.2.4).
#include "encoders/races.h"

#include <map>
#include <set>

#include "ir/errors.h"
#include "ir/race.h"

namespace fencepost::encoders {

using ir::Event;
using ir::EventKind;

namespace {

constexpr size_t most_clauses = 20'000'000;

class Races {
  public:
    Races(Choices& choices, const std::function<void()>& poll)
        : choices_(choices),
          frame_(choices.frame()),
          program_(frame_.program()),
          gates_(choices.gates()),
          poll_(poll) {}

    Lit run() {
        for (const ir::Thread& thread : program_.threads()) find_syncs(thread);
        number_segments();
        std::map<std::pair<uint32_t, uint32_t>, std::vector<Lit>> races;
        find_races(races);
        std::vector<Lit> found;
        for (const auto& [pair, literals] : races) sources_.insert({pair.first, pair.second});
        close();
        for (auto& [pair, literals] : races) {
            const Lit race = gates_.fresh();
            gates_.add({-race, -before(pair.first, pair.second)});
            gates_.add({-race, -before(pair.second, pair.first)});
            gates_.add({-race, gates_.disjunction(literals)});
            found.push_back(race);
        }
        return gates_.disjunction(std::move(found));
    }

  private:
    struct Sync {
        EventId from, to;
        Lit literal;
    };

    void find_syncs(const ir::Thread& thread) {
        std::vector<EventId> reads;
        for (EventId id : thread.events) {
            if (frame_.never(id)) continue;
            const Event& e = program_.event(id);
            if (e.is_read()) {
                const bool by_kind =
                    e.kind == EventKind::ThreadBegin || e.kind == EventKind::ThreadJoin;
                if (by_kind || ir::is_acquire(e.order)) find_sources(id, id);
                if (!ir::is_plain(e)) reads.push_back(id);
            } else if (e.is_fence() && ir::is_acquire(e.order)) {
                for (EventId read : reads) find_sources(id, read);
            }
        }
    }

    /// `to` happens behind the heads of the release sequences that `read` reads from.
    void find_sources(EventId to, EventId read) {
        const Sections& sections = frame_.sections();
        for (EventId w : frame_.sources(read).writes) {
            if (program_.event(w).kind == EventKind::Take) continue;
            Lit reads = choices_.rf(w, read);
            const uint32_t i = sections.of(w), j = sections.of_lock(read);
            if (sections.has_order(i, j) && to == read && ir::is_release(program_.event(w).order)) {
                reads = gates_.conjunction(choices_.section_order(i, j), choices_.happens(w));
                add_release(w, to, reads);
                continue;
            }
            if (to != read) reads = gates_.conjunction(reads, choices_.happens(to));
            find_heads(w, to, reads);
        }
    }

    void find_heads(EventId write, EventId to, Lit reads) {
        if (reads == false_lit) return;
        add_release(write, to, reads);
        const Event& w = program_.event(write);
        const bool is_update = !w.rmw.empty();
        // What else is released by its thread is so already.
        if (!is_update && releases_itself(w)) return;
        for (EventId head : frame_.writes()) {
            const Event& h = program_.event(head);
            if (head == write || !frame_.may_co().get(head, write)) continue;
            if (!is_update && h.thread != w.thread) continue;
            if (!may_release(h)) continue;
            add_release(head, to, gates_.conjunction(reads, sequence(head, write)));
        }
    }

    static bool releases_itself(const Event& w) {
        return w.kind == EventKind::ThreadCreate || w.kind == EventKind::ThreadEnd ||
               ir::is_release(w.order);
    }

    static bool may_release(const Event& w) { return releases_itself(w) || !ir::is_plain(w); }

    /// All writes from behind `head` to just before `write` are updates or of its thread.
    Lit sequence(EventId head, EventId write) {
        const auto key = std::pair{head, write};
        if (const auto known = sequences_.find(key); known != sequences_.end())
            return known->second;
        std::vector<Lit> literals{choices_.both(head, write), choices_.same_write(head, write),
                                  choices_.co(head, write)};
        for (EventId x : frame_.writes()) {
            const Event& between = program_.event(x);
            if (x == head || x == write || !between.rmw.empty() ||
                between.thread == program_.event(head).thread)
                continue;
            if (!frame_.may_co().get(head, x) || !frame_.may_co().get(x, write)) continue;
            literals.push_back(
                -gates_.conjunction({choices_.happens(x), choices_.same_write(head, x),
                                     choices_.co(head, x), choices_.co(x, write)}));
        }
        return sequences_[key] = gates_.conjunction(std::move(literals));
    }

    void add_release(EventId write, EventId to, Lit literal) {
        if (literal == false_lit) return;
        const Event& w = program_.event(write);
        if (releases_itself(w)) return add(write, to, literal);
        if (ir::is_plain(w)) return;
        for (EventId id : program_.threads()[w.thread].events) {
            if (id == write) break;
            const Event& fence = program_.event(id);
            if (fence.is_fence() && ir::is_release(fence.order) && !frame_.never(id))
                add(id, to, gates_.conjunction(literal, choices_.happens(id)));
        }
    }

    void add(EventId from, EventId to, Lit literal) {
        if (literal != false_lit && program_.event(from).thread != program_.event(to).thread)
            syncs_.push_back({from, to, literal});
    }

    void number_segments() {
        std::vector<uint8_t> opens(frame_.events(), 0), closes(frame_.events(), 0);
        for (const Sync& sync : syncs_) closes[sync.from] = opens[sync.to] = 1;
        segment_.assign(frame_.events(), 0);
        for (uint32_t t = 0; t < program_.threads().size(); ++t) {
            first_.push_back(static_cast<uint32_t>(thread_.size()));
            thread_.push_back(t);
            for (EventId id : program_.threads()[t].events) {
                if (opens[id]) thread_.push_back(t);
                segment_[id] = static_cast<uint32_t>(thread_.size() - 1);
                if (closes[id]) thread_.push_back(t);
            }
        }
        first_.push_back(static_cast<uint32_t>(thread_.size()));
    }

    void find_races(std::map<std::pair<uint32_t, uint32_t>, std::vector<Lit>>& races) {
        std::vector<EventId> accesses;
        for (EventId id = 0; id < frame_.events(); ++id) {
            const Event& e = program_.event(id);
            const bool thread_event =
                e.kind >= EventKind::ThreadCreate && e.kind <= EventKind::ThreadJoin;
            if (e.is_access() && !thread_event && !frame_.never(id)) accesses.push_back(id);
        }
        for (EventId a : accesses) {
            poll_();
            for (EventId b : accesses) {
                const Event &x = program_.event(a), &y = program_.event(b);
                if (b <= a || x.thread == y.thread || (!x.is_write() && !y.is_write()) ||
                    (!ir::is_plain(x) && !ir::is_plain(y)) || x.size != y.size ||
                    frame_.excludes(a, b))
                    continue;
                const Lit meet = gates_.conjunction(choices_.both(a, b), choices_.same(a, b));
                if (meet != false_lit) races[{segment_[a], segment_[b]}].push_back(meet);
            }
        }
    }

    /// Makes R, in rows of those segments that may race.
    void close() {
        const size_t n = thread_.size();
        if (sources_.size() * (syncs_.size() + 2 * n) > most_clauses)
            throw ir::Unsupported("too many synchronisations for this engine");
        for (uint32_t s : sources_) {
            poll_();
            std::vector<Lit>& row = rows_[s];
            row.assign(n, false_lit);
            for (uint32_t t = 0; t < n; ++t)
                if (thread_[t] != thread_[s]) row[t] = gates_.fresh();
            for (uint32_t t = s; t < first_[thread_[s] + 1]; ++t) row[t] = true_lit;
            for (uint32_t t = 1; t < n; ++t)
                if (thread_[t] == thread_[t - 1] && thread_[t] != thread_[s])
                    gates_.add({-row[t - 1], row[t]});
            for (const Sync& sync : syncs_) {
                const Lit target = row[segment_[sync.to]];
                gates_.add({-row[segment_[sync.from]], -sync.literal, target});
            }
        }
    }

    Lit before(uint32_t s, uint32_t t) const { return rows_.at(s)[t]; }

    Choices& choices_;
    const Frame& frame_;
    const ir::Program& program_;
    Gates& gates_;
    const std::function<void()>& poll_;
    std::vector<Sync> syncs_;
    std::map<std::pair<EventId, EventId>, Lit> sequences_;
    /// By event; by segment; by thread: its first segment.
    std::vector<uint32_t> segment_, thread_, first_;
    std::set<uint32_t> sources_;
    std::map<uint32_t, std::vector<Lit>> rows_;
};

}  // namespace

Lit encode_races(Choices& choices, const std::function<void()>& poll) {
    return Races(choices, poll).run();
}

}  // namespace fencepost::encoders
