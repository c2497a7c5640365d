// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Where a state has steps to itself for rf between threads, and for what fences order inside
// threads, the path from the unlock of a section to the read of any later one of its mutex is
// there: it goes through the sections between them, from unlock to read by rf where the thread
// changes and inside a thread where it does not. So one literal, "i is before j", stands for a
// chain of rf. POWER's hb is such a state, and so are all that loop on hb; for the stronger
// models it is the only one.
#include "encoders/section_steps.h"

#include <algorithm>

namespace fencepost::encoders {

namespace {
constexpr uint32_t none = UINT32_MAX;
}

SectionSteps::SectionSteps(const Automaton& automaton, const Facts& facts, Bounds& bounds,
                           const Frame& frame)
    : automaton_(automaton), frame_(frame), bounds_(bounds), must_(automaton.transitions.size()) {
    const auto& mutexes = frame.sections().mutexes();
    loops_.assign(automaton.states, std::vector<uint32_t>(mutexes.size(), none));
    for (uint32_t state = 0; state < automaton.states && !mutexes.empty(); ++state) {
        uint32_t loop = none;
        BitMatrix all(frame.nodes(), frame.nodes());
        for (uint32_t t = 0; t < must_.size(); ++t) {
            const Transition& transition = automaton.transitions[t];
            if (transition.from != state || transition.to != state) continue;
            all.unite(must(t));
            if (transition.filter.empty() &&
                std::any_of(transition.letters.begin(), transition.letters.end(), [&](Term x) {
                    return facts.contains_between_threads(models::BaseRelation::Rf, x);
                }))
                loop = t;
        }
        if (loop == none) continue;
        bounds.must_close(all);
        for (uint32_t m = 0; m < mutexes.size(); ++m)
            if (orders_sections(mutexes[m], all)) loops_[state][m] = loop;
    }
}

const BitMatrix& SectionSteps::must(uint32_t t) const {
    if (!must_[t]) must_[t] = must_forward(automaton_.transitions[t]);
    return *must_[t];
}

BitMatrix SectionSteps::must_forward(const Transition& transition) const {
    BitMatrix must = bounds_.get(transition.letters[0]).must;
    for (size_t i = 1; i < transition.letters.size(); ++i)
        must.unite(bounds_.get(transition.letters[i]).must);
    BitMatrix result(must.rows(), must.columns());
    for (EventId i = 0; i < frame_.events(); ++i) {
        bool passes = true;
        for (Term set : transition.filter) passes = passes && bounds_.get(set).must.get(0, i);
        if (!passes) continue;
        must.for_each(i, [&](uint32_t j) {
            if (!frame_.is_initial(j) && frame_.is_before(i, j)) result.set(i, j);
        });
    }
    return result;
}

/// Steps that are there whenever their ends are lead through the sections of each thread.
bool SectionSteps::orders_sections(const std::vector<uint32_t>& mutex,
                                   const BitMatrix& must) const {
    const std::vector<Section>& sections = frame_.sections().all();
    const auto leads = [&](EventId a, EventId b) {
        return frame_.excludes(a, b) || must.get(a, b);
    };
    for (uint32_t i : mutex) {
        for (uint32_t j : mutex) {
            if (i != j && !frame_.sections().is_before(i, j)) continue;
            for (EventId to : sections[j].unlocks) {
                if (i == j && !leads(sections[i].read, to)) return false;
                for (EventId from : sections[i].unlocks)
                    if (i != j && !leads(from, to)) return false;
            }
            if (i != j && !leads(sections[i].read, sections[j].read)) return false;
        }
    }
    return true;
}

std::optional<uint32_t> SectionSteps::loop(uint32_t state, uint32_t mutex) const {
    if (loops_[state][mutex] == none) return std::nullopt;
    return loops_[state][mutex];
}

bool SectionSteps::has_step(uint32_t p, EventId a, uint32_t q, EventId b) const {
    for (uint32_t t = 0; t < must_.size(); ++t)
        if (automaton_.transitions[t].from == p &&
            automaton_.covers(automaton_.transitions[t].to, q) && must(t).get(a, b))
            return true;
    return false;
}

bool SectionSteps::leads(uint32_t p, EventId a, uint32_t i, uint32_t j, uint32_t q,
                         EventId b) const {
    const std::vector<Section>& sections = frame_.sections().all();
    for (uint32_t state = 0; state < automaton_.states; ++state) {
        if (loops_[state][sections[i].mutex] == none) continue;
        bool is_there = has_step(state, sections[j].read, q, b);
        for (EventId unlock : sections[i].unlocks)
            is_there = is_there && (frame_.excludes(a, unlock) || has_step(p, a, state, unlock));
        if (is_there) return true;
    }
    return false;
}

}  // namespace fencepost::encoders
