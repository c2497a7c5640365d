// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Steps of one thread that are there whenever both ends happen (fences, dependencies,
// coherence) are quadratic in the thread's length, and most of them say nothing new: a step
// from i to j is not needed if two such steps lead from i to j by way of an event between them
// that happens whenever i or j does. Each removed step is replaced by two shorter ones, so this
// is well founded. Where everything always happens, encoders/order_graph.cpp does the same and
// more; small programs are not worth the time.
//
// Likewise a step is not needed if sure ones lead between the same events to a state that can do
// as much or more. Where all fences of a program are full ones, this leaves a third of the
// states of POWER's prop.
#include "encoders/product.h"

#include <algorithm>

namespace fencepost::encoders {

Product::Product(const Automaton& automaton, const Facts& facts, const SectionSteps& sections,
                 Bounds& bounds, TermLiterals& literals, Choices& choices)
    : automaton_(automaton),
      facts_(facts),
      sections_(sections),
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
    if (choices.frame().nodes() > worth_reducing) {
        reduce();
        remove_covered();
    }
    if (!choices.frame().sections().all().empty()) add_section_steps();
}

void Product::reduce() {
    BitMatrix two;
    for (uint32_t t = 0; t < steps_.size(); ++t) {
        const Transition& direct = automaton_.transitions[t];
        for (uint32_t a = first_[direct.from]; a < first_[direct.from + 1]; ++a) {
            const uint32_t middle = automaton_.transitions[a].to;
            for (uint32_t b = first_[middle]; b < first_[middle + 1]; ++b) {
                if (!automaton_.covers(automaton_.transitions[b].to, direct.to)) continue;
                gates_.poll();
                bounds_.must_seq(sections_.must(a), sections_.must(b), two);
                steps_[t].subtract(two);
            }
        }
    }
}

/// A step is not needed beside a sure one between the same events to a state that covers its
/// own: everything goes on from there. Of states that cover each other, the first is enough.
void Product::remove_covered() {
    for (uint32_t t = 0; t < steps_.size(); ++t) {
        const Transition& step = automaton_.transitions[t];
        for (uint32_t other = first_[step.from]; other < first_[step.from + 1]; ++other) {
            const uint32_t to = automaton_.transitions[other].to;
            const bool is_better =
                automaton_.covers(to, step.to) && (!automaton_.covers(step.to, to) || to < step.to);
            if (is_better) steps_[t].subtract(sections_.must(other));
        }
    }
}

/// The order of sections, as steps; and without steps that say no more than these.
void Product::add_section_steps() {
    const Sections& sections = choices_.frame().sections();
    for (uint32_t m = 0; m < sections.mutexes().size(); ++m) {
        for (uint32_t state = 0; state < automaton_.states; ++state) {
            const auto loop = sections_.loop(state, m);
            if (!loop) continue;
            gates_.poll();
            for (uint32_t i : sections.mutexes()[m])
                for (uint32_t j : sections.mutexes()[m])
                    if (i != j && !sections.is_same_thread(i, j)) add_section_step(*loop, i, j);
        }
    }
    for (uint32_t t = 0; t < steps_.size(); ++t) remove_section_steps(t);
}

void Product::add_section_step(uint32_t loop, uint32_t i, uint32_t j) {
    const Sections& sections = choices_.frame().sections();
    const EventId read = sections.all()[j].read;
    for (EventId unlock : sections.all()[i].unlocks) {
        steps_[loop].set(unlock, read);
        section_steps_[{loop, unlock, read}] =
            gates_.conjunction(choices_.section_order(i, j), choices_.happens(unlock));
    }
}

void Product::remove_section_steps(uint32_t t) {
    const Transition& transition = automaton_.transitions[t];
    if (!std::all_of(transition.letters.begin(), transition.letters.end(), [&](Term letter) {
            return facts_.is_communication(letter) || bounds_.is_inside_threads(letter);
        }))
        return;
    BitMatrix removed(steps_[t].rows(), steps_[t].columns());
    for (EventId a = 0; a < choices_.frame().events(); ++a) {
        steps_[t].for_each(a, [&](uint32_t b) {
            if (choices_.frame().is_initial(b) || section_steps_.contains({t, a, b})) return;
            const auto order = choices_.section_pair(a, b);
            if (order &&
                sections_.leads(transition.from, a, order->before, order->behind, transition.to, b))
                removed.set(a, b);
        });
    }
    steps_[t].subtract(removed);
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
