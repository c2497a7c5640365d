// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Collects clauses and writes them in DIMACS format, for other solvers and for people.
#pragma once

#include <string>

#include "solvers/backend.h"

namespace fencepost::solvers {

class Dimacs final : public Backend {
  public:
    Dimacs() { add({true_lit}); }

    using Backend::add;
    Lit new_var() override { return ++variables_; }
    void add(std::span<const Lit> clause) override;
    /// Nothing is solved here.
    Result solve(std::span<const Lit>, const Interrupt&) override { return Result::Stopped; }
    bool value(Lit) override { return false; }
    Statistics statistics() const override;

    /// A line `c TEXT` of the header.
    void comment(const std::string& text) { comments_ += "c " + text + "\n"; }
    /// The whole file, with these literals as unit clauses at the end.
    std::string text(std::span<const Lit> units) const;
    /// Gives another sink the same variables and clauses; it must be new.
    void copy_to(ClauseSink& sink) const;

  private:
    int variables_ = 1;
    size_t clauses_ = 0;
    std::string comments_;
    /// One after the other, each ends with 0.
    std::vector<Lit> literals_;
};

}  // namespace fencepost::solvers
