// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// A theory inside the search of a SAT solver, in our own words: CaDiCaL's interface changed
// between versions, and a theory should not care (solvers/cadical_propagator.cpp does).
//
// The solver reports each assignment of an observed variable once, in order, and takes them
// back level by level. Whenever it has nothing to propagate itself it asks the theory.
#pragma once

#include <span>
#include <vector>

#include "solvers/backend.h"

namespace fencepost::solvers {

class Propagator {
  public:
    virtual ~Propagator() = default;

    /// A variable became assigned; `literal` is true now. May be repeated. If it is fixed it
    /// stays true forever, whatever level the search is at.
    virtual void assign(Lit literal, bool is_fixed) = 0;
    virtual void new_level() = 0;
    virtual void backtrack(size_t level) = 0;

    /// A literal that follows, or 0. The solver may ask for its explanation later.
    virtual Lit propagate() = 0;
    /// The clause that made propagate() return this literal, which is in it; the other
    /// literals were false at that time.
    virtual std::span<const Lit> explain(Lit literal) = 0;
    /// A clause that is false or should be known; empty if there is none.
    virtual std::span<const Lit> conflict() = 0;
    /// What to decide; 0 leaves it to the solver.
    virtual Lit decide() = 0;
    /// The theory agrees with a total assignment; if not, conflict() gives a clause next.
    virtual bool accepts_model() = 0;
};

}  // namespace fencepost::solvers
