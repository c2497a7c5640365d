// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Steps of one thread that are there whenever both ends happen (fences, dependencies,
// coherence) are quadratic in the thread's length, and most of them say nothing new: a step
// from i to j is not needed if two such steps lead from i to j by way of an event between them
// that happens whenever i or j does. Each removed step is replaced by two shorter ones, so this
// is well founded. Where everything always happens, encoders/order_graph.cpp does the same and
// more; small programs are not worth the time.
#include "encoders/product.h"

#include <algorithm>

namespace fencepost::encoders {

Product::Product(const Automaton& automaton, const Facts& facts, Bounds& bounds,
                 TermLiterals& literals, Choices& choices)
    : automaton_(automaton),
      bounds_(bounds),
      literals_(literals),
      choices_(choices),
      gates_(choices.gates()) {
    first_.assign(automaton.states + 1, 0);
    for (const Transition& t : automaton.transitions) ++first_[t.from + 1];
    for (uint32_t s = 0; s < automaton.states; ++s) first_[s + 1] += first_[s];
    steps_.resize(automaton.transitions.size());
    for (size_t t = 0; t < steps_.size(); ++t) {
        const Transition& transition = automaton.transitions[t];
        steps_[t] = bounds.get(transition.letters[0]).may;
        for (size_t i = 1; i < transition.letters.size(); ++i)
            steps_[t].unite(bounds.get(transition.letters[i]).may);
        for (uint32_t node = 0; node < steps_[t].rows() && !transition.filter.empty(); ++node)
            if (!may_pass(transition.filter, node))
                std::fill_n(steps_[t].row(node), steps_[t].stride(), 0);
    }
    constexpr uint32_t worth_reducing = 30;
    if (choices.frame().nodes() > worth_reducing) reduce();
    if (!choices.frame().sections().all().empty()) add_section_steps(facts);
}

/// Steps to later events of the same thread that are there if both ends happen.
BitMatrix Product::must_forward(const Transition& transition) {
    const Frame& frame = choices_.frame();
    BitMatrix must = bounds_.get(transition.letters[0]).must;
    for (size_t i = 1; i < transition.letters.size(); ++i)
        must.unite(bounds_.get(transition.letters[i]).must);
    BitMatrix result(must.rows(), must.columns());
    for (EventId i = 0; i < frame.events(); ++i) {
        bool passes = true;
        for (Term set : transition.filter) passes = passes && bounds_.get(set).must.get(0, i);
        if (!passes) continue;
        must.for_each(i, [&](uint32_t j) {
            if (!frame.is_initial(j) && frame.is_before(i, j)) result.set(i, j);
        });
    }
    return result;
}

void Product::reduce() {
    std::vector<BitMatrix> must;
    for (const Transition& t : automaton_.transitions) must.push_back(must_forward(t));
    BitMatrix two;
    for (uint32_t t = 0; t < steps_.size(); ++t) {
        const Transition& direct = automaton_.transitions[t];
        for (uint32_t a = first_[direct.from]; a < first_[direct.from + 1]; ++a) {
            const uint32_t middle = automaton_.transitions[a].to;
            for (uint32_t b = first_[middle]; b < first_[middle + 1]; ++b) {
                if (automaton_.transitions[b].to != direct.to) continue;
                gates_.poll();
                bounds_.must_seq(must[a], must[b], two);
                steps_[t].subtract(two);
            }
        }
    }
}

/// Steps that are there whenever their ends are lead through the sections of each thread.
bool Product::orders_sections(const std::vector<uint32_t>& mutex, const BitMatrix& must) const {
    const Frame& frame = choices_.frame();
    const std::vector<Section>& sections = frame.sections().all();
    const auto leads = [&](EventId a, EventId b) { return frame.excludes(a, b) || must.get(a, b); };
    for (uint32_t i : mutex) {
        for (uint32_t j : mutex) {
            if (i != j && !frame.sections().is_before(i, j)) continue;
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

/// Where a state has steps to itself for rf between threads, and for what fences order, the
/// path from the unlock of a section to the read of any later one of its mutex is there: it
/// goes through the sections between them, from unlock to read by rf where the thread changes
/// and inside threads where it does not. One literal says so, instead of a chain of rf.
void Product::add_section_steps(const Facts& facts) {
    const Frame& frame = choices_.frame();
    const Sections& sections = frame.sections();
    for (uint32_t state = 0; state < automaton_.states; ++state) {
        uint32_t loop = UINT32_MAX;
        BitMatrix must(frame.nodes(), frame.nodes());
        for (uint32_t t = first_[state]; t < first_[state + 1]; ++t) {
            const Transition& transition = automaton_.transitions[t];
            if (transition.to != state) continue;
            must.unite(must_forward(transition));
            if (transition.filter.empty() &&
                std::any_of(transition.letters.begin(), transition.letters.end(),
                            [&](Term letter) { return facts.contains_rfe(letter); }))
                loop = t;
        }
        if (loop == UINT32_MAX) continue;
        gates_.poll();
        bounds_.must_close(must);
        for (const auto& mutex : sections.mutexes()) {
            if (!orders_sections(mutex, must)) continue;
            for (uint32_t i : mutex) {
                for (uint32_t j : mutex) {
                    if (i == j || sections.is_same_thread(i, j)) continue;
                    const EventId read = sections.all()[j].read;
                    for (EventId unlock : sections.all()[i].unlocks) {
                        steps_[loop].set(unlock, read);
                        section_steps_[{loop, unlock, read}] = gates_.conjunction(
                            choices_.section_order(i, j), choices_.happens(unlock));
                    }
                }
            }
        }
    }
}

bool Product::may_pass(const Filter& filter, uint32_t node) {
    for (Term set : filter)
        if (!bounds_.get(set).may.get(0, node)) return false;
    return true;
}

Lit Product::passes(const Filter& filter, uint32_t node) {
    Lit all = true_lit;
    for (Term set : filter) {
        // What must be in the set if it happens needs no condition: it happens if a step is there.
        if (!bounds_.get(set).must.get(0, node))
            all = gates_.conjunction(all, literals_.get(set, node, node));
    }
    return all;
}

bool Product::is_sure(uint32_t t, uint32_t from, uint32_t to) {
    const Transition& transition = automaton_.transitions[t];
    for (Term set : transition.filter)
        if (!bounds_.get(set).must.get(0, from)) return false;
    for (Term letter : transition.letters)
        if (bounds_.get(letter).must.get(from, to)) return choices_.both(from, to) == true_lit;
    return false;
}

Lit Product::literal(uint32_t t, uint32_t from, uint32_t to) {
    const Transition& transition = automaton_.transitions[t];
    const Lit condition = passes(transition.filter, from);
    std::vector<Lit> ways;
    for (Term letter : transition.letters) {
        // A sure step implies all others.
        if (bounds_.get(letter).must.get(from, to)) {
            ways.assign(1, choices_.both(from, to));
            break;
        }
        const Lit way = literals_.get(letter, from, to);
        if (way != false_lit && std::find(ways.begin(), ways.end(), way) == ways.end())
            ways.push_back(way);
    }
    if (const auto it = section_steps_.find({t, from, to}); it != section_steps_.end()) {
        // Whatever reads from the unlock is behind it.
        std::erase(ways, choices_.rf(from, to));
        ways.push_back(it->second);
    }
    if (ways.empty() || condition == false_lit) return false_lit;
    if (ways.size() == 1 && condition == true_lit) return ways[0];
    const Lit literal = gates_.fresh();
    for (Lit way : ways) gates_.add({-condition, -way, literal});
    return literal;
}

DraftGraph Product::draft(std::vector<Origin>& origins) {
    DraftGraph graph;
    const uint32_t n = choices_.frame().nodes();
    graph.nodes = automaton_.states * n;
    for (uint32_t state = 0; state < automaton_.states; ++state) {
        for (uint32_t from = 0; from < n; ++from) {
            for_each_step(state, from, [&](uint32_t t, uint32_t to) {
                const uint32_t target = automaton_.transitions[t].to * n + to;
                graph.edges.push_back({state * n + from, target, is_sure(t, from, to),
                                       static_cast<uint32_t>(origins.size())});
                origins.push_back({t, from, to});
            });
        }
    }
    return graph;
}

}  // namespace fencepost::encoders
