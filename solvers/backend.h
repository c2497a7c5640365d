// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// What an encoder sees of a solver: literals, clauses, and solving under assumptions.
// Literals are those of DIMACS: variables count from 1, negation is minus. Variable 1 is
// constantly true, so that encoders can treat constants as literals.
//
//   Cadical solver;
//   Lit a = solver.new_var(), b = solver.new_var();
//   solver.add({a, b});
//   if (solver.solve({-a}, {}) == Result::Sat) assert(solver.value(b));
#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace fencepost::solvers {

using Lit = int;

constexpr Lit true_lit = 1;
constexpr Lit false_lit = -1;

/// Takes variables and clauses.
class ClauseSink {
  public:
    virtual ~ClauseSink() = default;

    virtual Lit new_var() = 0;
    virtual void add(std::span<const Lit> clause) = 0;
    void add(std::initializer_list<Lit> clause) {
        add(std::span<const Lit>(clause.begin(), clause.size()));
    }
};

/// When to give up a search: polled, or mapped to the solver's own interrupt.
struct Interrupt {
    /// May be called by another thread than the one that solves. Empty: never.
    std::function<bool()> poll{};

    bool requested() const { return poll && poll(); }
};

enum class Result : uint8_t { Sat, Unsat, Stopped };

using Statistics = std::vector<std::pair<std::string, double>>;

/// A solver that keeps its clauses from one solve() to the next.
class Backend : public ClauseSink {
  public:
    using ClauseSink::add;

    virtual Result solve(std::span<const Lit> assumptions, const Interrupt& interrupt) = 0;
    Result solve(std::initializer_list<Lit> assumptions, const Interrupt& interrupt) {
        return solve(std::span<const Lit>(assumptions.begin(), assumptions.size()), interrupt);
    }
    /// After Sat, until the next clause is added.
    virtual bool value(Lit literal) = 0;
    virtual Statistics statistics() const = 0;
};

}  // namespace fencepost::solvers
