// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// A relation as a finite automaton over simpler relations. Union, sequence and closures of a
// model's terms are regular expressions, so a pair (e, f) is in the relation iff a path from e
// to f spells a word of the language. Encoders then work on the graph of (state, event)
// instead of joining relations, which costs cubic time and space.
#pragma once

#include <vector>

#include "encoders/facts.h"

namespace fencepost::encoders {

/// A conjunction of static sets, sorted; empty = no restriction.
using Filter = std::vector<Term>;

struct Transition {
    uint32_t from = 0, to = 0;
    /// The event before the step is in these sets.
    Filter filter;
    /// The step is in one of these relations; sorted.
    std::vector<Term> letters;

    auto operator<=>(const Transition&) const = default;
};

struct Accept {
    uint32_t state = 0;
    Filter filter;

    auto operator<=>(const Accept&) const = default;
};

/// State 0 is the initial one.
struct Automaton {
    uint32_t states = 0;
    std::vector<Transition> transitions;
    std::vector<Accept> accepts;
    /// By two states: from the first, everything is possible that is from the second.
    std::vector<std::vector<uint8_t>> covered;

    bool covers(uint32_t x, uint32_t y) const { return covered[x][y] != 0; }
};

struct AutomatonOptions {
    /// Ends lead back to the start: every cycle of the automaton is a cycle of the relation, or
    /// of a relation that cannot have any (Facts::is_acyclic).
    bool cyclic = false;
    /// Two-colour recursion groups are unfolded, not letters.
    bool unfold_groups = true;
};

Automaton make_automaton(const models::Model& model, const Facts& facts, Term term,
                         const AutomatonOptions& options);

}  // namespace fencepost::encoders
