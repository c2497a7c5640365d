// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Nothing is taken on trust: for each pair of accesses a, b in sections i, j, the axioms of the
// model must forbid, if i is before j,
//
//     co(b, a)   by a cycle of an acyclic axiom that contains co: a to b through the sections
//     rf(b, a)   likewise, of one that contains rf between threads
//     fr(b, a)   likewise, or by an irreflexive axiom that starts with it
//
// with paths of steps that are there whenever their ends are (encoders/section_steps.h). If
// that is so for all accesses of a place, in both directions, then co of two writes is the order
// of their sections, and so is fr of a read and a write: if r is before w in the order of
// sections, r reads from initial memory or from a write v that is before r, so before w. Hence
// v is before w in co. One literal for each pair of sections is all that is left to choose.
#include "encoders/protection.h"

#include <algorithm>
#include <tuple>

namespace fencepost::encoders {

using ir::Event;
using ir::EventKind;
using models::AxiomKind;
using models::BaseRelation;

Protection::Protection(const Frame& frame, const Plan& plan, Bounds& bounds,
                       const std::function<void()>& poll)
    : frame_(frame), plan_(plan), bounds_(bounds), poll_(poll) {
    if (frame.sections().all().empty()) return;
    section_.assign(frame.events(), Sections::none);
    std::vector<uint8_t> is_done(frame.events(), 0);
    for (EventId w : frame.writes()) {
        if (is_done[w] || frame.program().event(w).kind != EventKind::Write) continue;
        poll();
        std::vector<EventId> writes;
        bool is_one_place = true;
        for (EventId other : frame.writes()) {
            if (!frame.may_share(w, other)) continue;
            is_one_place = is_one_place && frame.must_share(w, other);
            is_done[other] = 1;
            writes.push_back(other);
        }
        if (is_one_place) protect(writes);
    }
}

const SectionSteps& Protection::steps(const Automaton& automaton) {
    const auto it = steps_.find(&automaton);
    if (it != steps_.end()) return it->second;
    poll_();
    return steps_.try_emplace(&automaton, automaton, plan_.facts(), bounds_, frame_).first->second;
}

std::optional<Protection::Order> Protection::order(EventId a, EventId b) const {
    if (!is_protected(a) || !is_protected(b) || !frame_.must_alias().get(a, b)) return std::nullopt;
    const uint32_t i = section_[a], j = section_[b];
    if (!frame_.sections().has_order(i, j) || frame_.sections().is_same_thread(i, j))
        return std::nullopt;
    return Order{i, j};
}

/// The section of the mutex that surely contains the access.
uint32_t Protection::section_around(EventId access, uint32_t mutex) const {
    const Sections& sections = frame_.sections();
    uint32_t found = Sections::none;
    for (uint32_t i : sections.mutexes()[mutex]) {
        const Section& section = sections.all()[i];
        bool contains =
            frame_.is_before(section.take, access) && frame_.implies(access, section.take);
        for (EventId unlock : section.unlocks)
            contains =
                contains && (frame_.is_before(access, unlock) || frame_.excludes(access, unlock));
        if (contains) found = i;
    }
    return found;
}

void Protection::protect(const std::vector<EventId>& writes) {
    std::vector<EventId> accesses = writes;
    for (EventId r : frame_.reads())
        if (frame_.must_share(r, writes[0])) accesses.push_back(r);
    for (uint32_t mutex = 0; mutex < frame_.sections().mutexes().size(); ++mutex) {
        std::vector<uint32_t> around;
        for (EventId access : accesses) around.push_back(section_around(access, mutex));
        bool is_protected = true;
        for (size_t i = 0; i < accesses.size() && is_protected; ++i) {
            if (around[i] == Sections::none) {
                is_protected = i >= writes.size();
                continue;
            }
            for (size_t j = 0; j < accesses.size() && is_protected; ++j) {
                if (around[j] == Sections::none || frame_.excludes(accesses[i], accesses[j]) ||
                    frame_.sections().is_same_thread(around[i], around[j]))
                    continue;
                is_protected = decides(accesses[i], accesses[j], around[i], around[j]);
            }
        }
        if (!is_protected) continue;
        for (size_t i = 0; i < accesses.size(); ++i) section_[accesses[i]] = around[i];
        return;
    }
}

/// If section i is before j, b is not before a.
bool Protection::decides(EventId a, EventId b, uint32_t i, uint32_t j) {
    const bool writes_first = frame_.program().event(a).is_write();
    const bool writes_second = frame_.program().event(b).is_write();
    if (writes_first && writes_second) return forbids(BaseRelation::Co, a, b, i, j);
    if (writes_second) return forbids(BaseRelation::Rf, a, b, i, j);
    return !writes_first || forbids(BaseRelation::Fr, a, b, i, j);
}

/// Some axiom forbids the relation from b to a.
bool Protection::forbids(BaseRelation relation, EventId a, EventId b, uint32_t i, uint32_t j) {
    const auto passes = [&](const Filter& filter) {
        return std::all_of(filter.begin(), filter.end(),
                           [&](Term set) { return bounds_.get(set).must.get(0, b); });
    };
    const auto carries = [&](const Transition& t) {
        return passes(t.filter) && std::any_of(t.letters.begin(), t.letters.end(), [&](Term x) {
                   return plan_.facts().contains_between_threads(relation, x);
               });
    };
    for (const AxiomPlan& axiom : plan_.axioms()) {
        if (axiom.is_coherence || axiom.axiom->kind == AxiomKind::Empty) continue;
        const Automaton& automaton = axiom.unfolded;
        const bool is_acyclic = axiom.axiom->kind == AxiomKind::Acyclic;
        for (const Transition& t : automaton.transitions) {
            if (!carries(t)) continue;
            if (is_acyclic) {
                if (steps(automaton).leads(t.to, a, i, j, t.from, b)) return true;
                continue;
            }
            if (t.from != 0) continue;
            for (const Accept& accept : automaton.accepts)
                if (passes(accept.filter) && steps(automaton).leads(t.to, a, i, j, accept.state, b))
                    return true;
        }
    }
    return false;
}

}  // namespace fencepost::encoders
