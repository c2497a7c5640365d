// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// "This pair is in this relation" as a literal, made on demand: only pairs that an axiom asks
// about, and what these need in turn, get variables and clauses. Pairs outside the may-bound
// are false, pairs inside the must-bound are "both happen"; neither costs anything.
#pragma once

#include <deque>
#include <unordered_map>

#include "encoders/bounds.h"
#include "encoders/choices.h"

namespace fencepost::encoders {

class TermLiterals {
  public:
    /// All must outlive this.
    TermLiterals(Choices& choices, Bounds& bounds, const Plan& plan);

    /// Relations: (i, j) in t. Sets: i in t, with j = i.
    Lit get(Term t, uint32_t i, uint32_t j);
    /// Adds the clauses of all literals handed out so far. Calls `poll` now and then.
    template <class Poll>
    void finish(Poll poll) {
        for (unsigned count = 0; !pending_.empty(); ++count) {
            if (count % 256 == 0) poll();
            const Pending next = pending_.front();
            pending_.pop_front();
            define(next);
        }
    }

  private:
    struct Pending {
        Term term;
        uint32_t i, j;
        Lit literal;
    };

    Lit make(Term t, uint32_t i, uint32_t j);
    Lit base(models::BaseRelation relation, uint32_t i, uint32_t j);
    Lit dependency(ir::DepSet set, EventId read);
    Lit control(EventId read, EventId to);
    Lit exact(Term t, uint32_t i, uint32_t j);
    Lit defer(Term t, uint32_t i, uint32_t j);
    void define(const Pending& pending);
    void imply(Lit a, Lit b, Lit literal);
    Lit single_step(const models::TermNode& n, uint32_t i, uint32_t j);

    Choices& choices_;
    Gates& gates_;
    Bounds& bounds_;
    const Plan& plan_;
    const Frame& frame_;
    const models::TermPool& pool_;
    std::unordered_map<uint64_t, Lit> known_;
    std::deque<Pending> pending_;
};

}  // namespace fencepost::encoders
