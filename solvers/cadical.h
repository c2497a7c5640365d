// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// CaDiCaL behind solvers/backend.h: plain, with a theory, with a proof.
#pragma once

#include <memory>
#include <string>

#include "solvers/backend.h"
#include "solvers/propagator.h"

namespace fencepost::solvers {

class Cadical final : public Backend {
  public:
    /// With a path, a DRAT proof is written there (binary is off: drat-trim reads either).
    explicit Cadical(const std::string& proof = {});
    ~Cadical() override;

    using Backend::add;
    using Backend::solve;
    Lit new_var() override { return ++variables_; }
    void add(std::span<const Lit> clause) override;
    Result solve(std::span<const Lit> assumptions, const Interrupt& interrupt) override;
    bool value(Lit literal) override;
    Statistics statistics() const override;

    /// Before the first solve(). The propagator must outlive this.
    void connect(Propagator& propagator, std::span<const Lit> observed);
    /// A phase to try first.
    void prefer(Lit literal);
    /// The proof is complete and on disk.
    void close_proof();

  private:
    struct Impl;

    std::unique_ptr<Impl> impl_;
    int variables_ = 1;
    size_t clauses_ = 0;
};

}  // namespace fencepost::solvers
