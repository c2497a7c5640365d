// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// The product of an automaton (a relation of the model) with a program: nodes are pairs of a
// state and an event, edges are steps that may be there.
#pragma once

#include <array>
#include <map>
#include <vector>

#include "encoders/automaton.h"
#include "encoders/order_graph.h"
#include "encoders/term_literals.h"

namespace fencepost::encoders {

class Product {
  public:
    /// All must outlive this.
    Product(const Automaton& automaton, const Facts& facts, const SectionSteps& sections,
            Bounds& bounds, TermLiterals& literals, Choices& choices);

    /// A step from (state, event) that may be there.
    struct Step {
        uint32_t to_state, to;
        const Transition* transition;
    };
    /// Calls visit(transition, to) for each step from (state, from).
    template <class Visit>
    void for_each_step(uint32_t state, uint32_t from, Visit visit) {
        for (uint32_t t = first_[state]; t < first_[state + 1]; ++t)
            steps_[t].for_each(from, [&](uint32_t to) { visit(t, to); });
    }
    const Transition& transition(uint32_t t) const { return automaton_.transitions[t]; }
    /// The step is there whenever anything is.
    bool is_sure(uint32_t transition, uint32_t from, uint32_t to);
    /// The step is there if this is true.
    Lit literal(uint32_t transition, uint32_t from, uint32_t to);
    /// An event is in all sets of a filter.
    Lit passes(const Filter& filter, uint32_t node);
    bool may_pass(const Filter& filter, uint32_t node);

    /// All edges, for cyclic automata; tags are indices into `origins`.
    struct Origin {
        uint32_t transition, from, to;
    };
    DraftGraph draft(std::vector<Origin>& origins);

  private:
    void reduce();
    void remove_covered();
    void add_section_steps();
    void add_section_step(uint32_t loop, uint32_t i, uint32_t j);
    void remove_section_steps(uint32_t transition);

    const Automaton& automaton_;
    const Facts& facts_;
    const SectionSteps& sections_;
    Bounds& bounds_;
    TermLiterals& literals_;
    Choices& choices_;
    Gates& gates_;
    /// By state: its transitions begin here (transitions are sorted by state).
    std::vector<uint32_t> first_;
    /// By transition: steps that may be there.
    std::vector<BitMatrix> steps_;
    /// By transition, from and to: what implies a step besides its letters.
    std::map<std::array<uint32_t, 3>, Lit> section_steps_;
};

}  // namespace fencepost::encoders
