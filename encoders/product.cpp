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

Product::Product(const Automaton& automaton, Bounds& bounds, TermLiterals& literals,
                 Choices& choices)
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
