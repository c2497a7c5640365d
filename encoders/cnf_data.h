// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Data flow as bits in CNF.
#pragma once

#include "encoders/bit_blaster.h"
#include "encoders/data.h"

namespace fencepost::encoders {

class CnfData final : public Data {
  public:
    /// All must outlive this.
    CnfData(const ir::Program& program, Gates& gates, solvers::Backend& backend)
        : pool_(program.exprs()), gates_(gates), backend_(backend), blaster_(pool_, gates) {}

    void restrict_read(ir::Expr read, const ValueSet& values) override;
    Lit condition(ir::Expr e) override;
    Lit equal(ir::Expr a, ir::Expr b) override;
    Lit equal(ir::Expr a, uint64_t constant) override;
    void imply_equal(Lit condition, ir::Expr a, ir::Expr b) override;
    void imply_equal(Lit condition, ir::Expr a, uint64_t constant) override;
    Lit distance_below(ir::Expr a, ir::Expr b, uint64_t limit) override;
    Lit distance_below(ir::Expr a, uint64_t b, uint64_t limit) override;
    void use(ir::Expr e) override { blaster_.bits(e); }
    uint64_t value(ir::Expr e) override;
    void fix(ir::Expr e, std::vector<Lit>& literals) override;

    /// For the comment map of DIMACS files.
    BitBlaster& blaster() { return blaster_; }

  private:
    void imply_equal(Lit condition, const Bits& a, const Bits& b);
    Lit distance_below(const Bits& a, const Bits& b, uint64_t limit);

    const ir::ExprPool& pool_;
    Gates& gates_;
    solvers::Backend& backend_;
    BitBlaster blaster_;
};

}  // namespace fencepost::encoders
