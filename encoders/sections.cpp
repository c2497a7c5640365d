// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// A mutex is clean if its word is 0 at first, is written by takes and unlocks only, each take
// happens if and only if its read saw 0, and each unlock is the next write of its thread behind a
// take that happens whenever it does. Then co of the word is take, unlock, take, unlock… with each
// unlock behind its own take. By induction along co:
//
//   behind a take there is no take: it would have read 0, but the write just before it is 1 (the
//   one it reads from is just before it: atomicity for writes of others, coherence for own
//   ones, since none is between the read and the write of a take);
//   no unlock comes first, for its take is before it (coherence), nor does a second one of the
//   same take (at most one happens); so behind a take comes its unlock, behind an unlock a take.
//
// So sections do not interleave: all accesses of one are before all of the other.
#include "encoders/sections.h"

#include <algorithm>
#include <map>

#include "encoders/frame.h"

namespace fencepost::encoders {

using ir::Event;
using ir::EventId;
using ir::EventKind;
using ir::Expr;

namespace {

bool has_conjunct(const ir::ExprPool& pool, Expr guard, Expr part) {
    const ir::ExprNode& n = pool.node(guard);
    return guard == part || (n.op == ir::Op::And &&
                             (has_conjunct(pool, n.a, part) || has_conjunct(pool, n.b, part)));
}

bool is_zero_test(const ir::ExprPool& pool, Expr e, Expr value) {
    const ir::ExprNode& n = pool.node(e);
    return n.op == ir::Op::Eq &&
           ((n.a == value && pool.is_const(n.b, 0)) || (n.b == value && pool.is_const(n.a, 0)));
}

/// The guard of a take asks for nothing but that its read happens and sees 0.
bool asks_no_more(const ir::ExprPool& pool, Expr take, const Event& read) {
    const ir::ExprNode& n = pool.node(take);
    if (n.op == ir::Op::And) return asks_no_more(pool, n.a, read) && asks_no_more(pool, n.b, read);
    return is_zero_test(pool, take, read.value) || has_conjunct(pool, read.guard, take);
}

bool asks_for_zero(const ir::ExprPool& pool, Expr take, Expr value) {
    const ir::ExprNode& n = pool.node(take);
    if (n.op == ir::Op::And)
        return asks_for_zero(pool, n.a, value) || asks_for_zero(pool, n.b, value);
    return is_zero_test(pool, take, value);
}

}  // namespace

uint32_t Sections::of_lock(EventId event) const {
    const uint32_t section = of(event);
    return section != none && program_->event(event).kind == EventKind::Lock ? section : none;
}

void Sections::find(const Frame& frame) {
    program_ = &frame.program();
    std::map<uint64_t, std::vector<EventId>> words;
    for (EventId w : frame.writes()) {
        if (program_->event(w).kind != EventKind::Take || !frame.has_constant_address(w)) continue;
        words[(*frame.addresses(w))[0]].push_back(w);
    }
    of_.assign(words.empty() ? 0 : frame.events(), none);
    for (const auto& [address, takes] : words) {
        const auto initial = program_->initial_value(address, program_->event(takes[0]).size);
        if (!initial || !program_->exprs().is_const(*initial, 0)) continue;
        std::vector<EventId> writes;
        bool is_clean = true;
        for (EventId w : frame.writes()) {
            if (!frame.may_share(w, takes[0])) continue;
            const EventKind kind = program_->event(w).kind;
            is_clean = is_clean && frame.must_share(w, takes[0]) &&
                       (kind == EventKind::Take || kind == EventKind::Unlock);
            writes.push_back(w);
        }
        std::sort(writes.begin(), writes.end(), [&](EventId a, EventId b) {
            const Event &x = program_->event(a), &y = program_->event(b);
            return std::pair(x.thread, x.position) < std::pair(y.thread, y.position);
        });
        const size_t before = sections_.size();
        if (is_clean && add_mutex(frame, writes)) continue;
        sections_.resize(before);
        for (uint32_t& section : of_)
            if (section != none && section >= before) section = none;
    }
    for (uint32_t i = 0; i < sections_.size(); ++i) {
        mutexes_.resize(std::max<size_t>(mutexes_.size(), sections_[i].mutex + 1));
        mutexes_[sections_[i].mutex].push_back(i);
    }
}

/// Adds the sections of a word, whose writes are sorted by thread and position; false if the
/// word is not clean.
bool Sections::add_mutex(const Frame& frame, const std::vector<EventId>& writes) {
    const ir::Program& program = *program_;
    const uint32_t mutex = sections_.empty() ? 0 : sections_.back().mutex + 1;
    for (size_t i = 0; i < writes.size(); ++i) {
        const EventId w = writes[i];
        const Event& e = program.event(w);
        if (e.kind == EventKind::Take) {
            const auto& deps = program.deps().get(e.rmw);
            if (deps.size() != 1 || !program.exprs().is_true(deps[0].guard)) return false;
            const EventId read = deps[0].read;
            const bool has_room = i == 0 || !frame.is_before(read, writes[i - 1]);
            if (!has_room || of_[read] != none || !frame.must_alias().get(read, w) ||
                !frame.implies(w, read) ||
                !asks_for_zero(program.exprs(), e.guard, program.event(read).value) ||
                !asks_no_more(program.exprs(), e.guard, program.event(read)))
                return false;
            of_[read] = of_[w] = static_cast<uint32_t>(sections_.size());
            sections_.push_back({mutex, e.thread, e.position, read, w, {}});
            continue;
        }
        size_t k = i;
        while (k > 0 && program.event(writes[k - 1]).thread == e.thread &&
               frame.excludes(writes[k - 1], w))
            --k;
        if (k == 0) return false;
        const EventId take = writes[k - 1];
        if (program.event(take).thread != e.thread || program.event(take).kind != EventKind::Take ||
            !frame.implies(w, take))
            return false;
        of_[w] = of_[take];
        sections_[of_[take]].unlocks.push_back(w);
    }
    return true;
}

}  // namespace fencepost::encoders
