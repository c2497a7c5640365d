// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// State x covers state y if x can do whatever y can do: each step of y has one of x with the
// same letter or a larger relation, with no more filters, that leads to a state which covers
// where y's step leads; and x accepts where y does. This is the greatest simulation (Milner),
// as a fixpoint from above.
//
// A transition is left out if another one from its state has a letter that contains its own, no
// more filters, and leads to a state that covers its own: any path goes on from there. In
// POWER's prop, `rfe` before a fence is such a case beside com*.
#include "encoders/simulation.h"

#include <algorithm>
#include <set>

namespace fencepost::encoders {

namespace {

class Simulation {
  public:
    Simulation(const Automaton& automaton, const Facts& facts) : a_(automaton) {
        std::set<Term> distinct;
        for (const Transition& t : a_.transitions)
            distinct.insert(t.letters.begin(), t.letters.end());
        letters_.assign(distinct.begin(), distinct.end());
        contains_.assign(letters_.size(), std::vector<uint8_t>(letters_.size(), 0));
        for (size_t i = 0; i < letters_.size(); ++i)
            for (size_t j = 0; j < letters_.size(); ++j)
                contains_[i][j] = facts.included(letters_[j], letters_[i]);
        by_state_.resize(a_.states);
        for (const Transition& t : a_.transitions)
            for (Term letter : t.letters)
                by_state_[t.from].push_back({index(letter), t.to, &t.filter});
        find();
    }

    std::vector<std::vector<uint8_t>> covers() const { return covers_; }

    /// The transitions without what others stand for.
    std::vector<Transition> left() const {
        std::vector<Transition> result;
        for (const Transition& t : a_.transitions) {
            Transition kept = t;
            std::erase_if(kept.letters, [&](Term letter) {
                const Step step{index(letter), t.to, &t.filter};
                return std::any_of(by_state_[t.from].begin(), by_state_[t.from].end(),
                                   [&](const Step& other) { return is_better(other, step); });
            });
            if (!kept.letters.empty()) result.push_back(std::move(kept));
        }
        return result;
    }

  private:
    struct Step {
        size_t letter;
        uint32_t to;
        const Filter* filter;
    };

    size_t index(Term letter) const {
        return static_cast<size_t>(std::lower_bound(letters_.begin(), letters_.end(), letter) -
                                   letters_.begin());
    }

    static bool is_weaker(const Filter& a, const Filter& b) {
        return std::includes(b.begin(), b.end(), a.begin(), a.end());
    }

    bool stands_for(const Step& x, const Step& y) const {
        return contains_[x.letter][y.letter] && covers_[x.to][y.to] &&
               is_weaker(*x.filter, *y.filter);
    }

    /// Of steps that stand for each other, one is the best.
    bool is_better(const Step& x, const Step& y) const {
        if (!stands_for(x, y)) return false;
        if (!stands_for(y, x)) return true;
        return std::tie(x.to, x.letter, *x.filter) < std::tie(y.to, y.letter, *y.filter);
    }

    bool accepts_as(uint32_t x, uint32_t y) const {
        return std::all_of(a_.accepts.begin(), a_.accepts.end(), [&](const Accept& accept) {
            return accept.state != y ||
                   std::any_of(a_.accepts.begin(), a_.accepts.end(), [&](const Accept& other) {
                       return other.state == x && is_weaker(other.filter, accept.filter);
                   });
        });
    }

    bool steps_as(uint32_t x, uint32_t y) const {
        return std::all_of(by_state_[y].begin(), by_state_[y].end(), [&](const Step& step) {
            return std::any_of(by_state_[x].begin(), by_state_[x].end(),
                               [&](const Step& other) { return stands_for(other, step); });
        });
    }

    void find() {
        covers_.assign(a_.states, std::vector<uint8_t>(a_.states, 0));
        constexpr uint32_t most_states = 64;
        for (uint32_t x = 0; x < a_.states; ++x)
            for (uint32_t y = 0; y < a_.states; ++y)
                covers_[x][y] = x == y || (a_.states <= most_states && accepts_as(x, y));
        for (bool is_changed = a_.states <= most_states; is_changed;) {
            is_changed = false;
            for (uint32_t x = 0; x < a_.states; ++x) {
                for (uint32_t y = 0; y < a_.states; ++y) {
                    if (x == y || !covers_[x][y] || steps_as(x, y)) continue;
                    covers_[x][y] = 0;
                    is_changed = true;
                }
            }
        }
    }

    const Automaton& a_;
    std::vector<Term> letters_;
    std::vector<std::vector<uint8_t>> contains_, covers_;
    std::vector<std::vector<Step>> by_state_;
};

/// States that the start reaches, numbered anew in their old order.
std::vector<uint32_t> reachable(const Automaton& automaton) {
    std::vector<uint8_t> is_reached(automaton.states, 0);
    std::vector<uint32_t> todo{0};
    is_reached[0] = 1;
    while (!todo.empty()) {
        const uint32_t state = todo.back();
        todo.pop_back();
        for (const Transition& t : automaton.transitions) {
            if (t.from != state || is_reached[t.to]) continue;
            is_reached[t.to] = 1;
            todo.push_back(t.to);
        }
    }
    std::vector<uint32_t> result;
    for (uint32_t s = 0; s < automaton.states; ++s)
        if (is_reached[s]) result.push_back(s);
    return result;
}

}  // namespace

Automaton simplify(Automaton automaton, const Facts& facts) {
    const Simulation simulation(automaton, facts);
    const auto covers = simulation.covers();
    automaton.transitions = simulation.left();
    const std::vector<uint32_t> kept = reachable(automaton);
    constexpr uint32_t none = UINT32_MAX;
    std::vector<uint32_t> number(automaton.states, none);
    for (uint32_t i = 0; i < kept.size(); ++i) number[kept[i]] = i;
    std::erase_if(automaton.transitions,
                  [&](const Transition& t) { return number[t.from] == none; });
    for (Transition& t : automaton.transitions) {
        t.from = number[t.from];
        t.to = number[t.to];
    }
    std::erase_if(automaton.accepts, [&](const Accept& a) { return number[a.state] == none; });
    for (Accept& a : automaton.accepts) a.state = number[a.state];
    automaton.states = static_cast<uint32_t>(kept.size());
    automaton.covered.assign(kept.size(), std::vector<uint8_t>(kept.size(), 0));
    for (uint32_t x = 0; x < kept.size(); ++x)
        for (uint32_t y = 0; y < kept.size(); ++y)
            automaton.covered[x][y] = covers[kept[x]][kept[y]];
    return automaton;
}

}  // namespace fencepost::encoders
