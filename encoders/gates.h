// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Logic gates over literals, with constants folded and equal gates shared (Tseitin's
// transformation on an and-inverter graph with xor). Gates are equivalences; where only one
// direction is wanted, an encoder adds clauses itself through add(), which drops constants.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "solvers/backend.h"

namespace fencepost::encoders {

using solvers::false_lit;
using solvers::Lit;
using solvers::true_lit;

constexpr Lit constant(bool value) { return value ? true_lit : false_lit; }
constexpr bool is_constant(Lit a) { return a == true_lit || a == false_lit; }

class Gates {
  public:
    explicit Gates(solvers::ClauseSink& sink) : sink_(sink) {}

    /// Called every few thousand clauses; may throw to give up.
    void set_poll(std::function<void()> poll) { poll_ = std::move(poll); }

    void poll() const {
        if (poll_) poll_();
    }

    Lit fresh() { return sink_.new_var(); }
    /// Leaves out false literals, and clauses with a true one.
    void add(std::span<const Lit> clause);
    void add(std::initializer_list<Lit> clause) {
        add(std::span<const Lit>(clause.begin(), clause.size()));
    }

    Lit conjunction(Lit a, Lit b);
    Lit disjunction(Lit a, Lit b) { return -conjunction(-a, -b); }
    Lit exclusive(Lit a, Lit b);
    Lit equivalence(Lit a, Lit b) { return -exclusive(a, b); }
    /// c ? a : b
    Lit choice(Lit c, Lit a, Lit b);
    Lit majority(Lit a, Lit b, Lit c);
    Lit conjunction(std::vector<Lit> literals);
    Lit disjunction(std::vector<Lit> literals);

  private:
    static uint64_t key(Lit a, Lit b) {
        return static_cast<uint64_t>(static_cast<uint32_t>(a)) << 32 | static_cast<uint32_t>(b);
    }

    void count() {
        if ((++added_ & 0x3FF) == 0 && poll_) poll_();
    }

    solvers::ClauseSink& sink_;
    std::function<void()> poll_;
    size_t added_ = 0;
    std::unordered_map<uint64_t, Lit> ands_, xors_;
    std::vector<Lit> clause_;
};

}  // namespace fencepost::encoders
