// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// The data flow of a program as the relation encoders see it: conditions and equalities are
// literals, values stay inside. Bits in CNF (cnf_data.h) and Z3's bit-vectors (smt_data.h)
// are the two ways to do it.
#pragma once

#include <cstdint>

#include "encoders/gates.h"
#include "encoders/value_sets.h"
#include "ir/program.h"

namespace fencepost::encoders {

class Data {
  public:
    virtual ~Data() = default;

    /// What is known about a read's value, before it is used.
    virtual void restrict_read(ir::Expr read, const ValueSet& values) = 0;

    /// A literal that is true iff the expression (1 bit) is.
    virtual Lit condition(ir::Expr e) = 0;
    /// True iff the values are equal; widths are equal.
    virtual Lit equal(ir::Expr a, ir::Expr b) = 0;
    virtual Lit equal(ir::Expr a, uint64_t constant) = 0;
    /// condition -> a = b.
    virtual void imply_equal(Lit condition, ir::Expr a, ir::Expr b) = 0;
    virtual void imply_equal(Lit condition, ir::Expr a, uint64_t constant) = 0;
    /// True iff a - b, as an unsigned number, is below the limit.
    virtual Lit distance_below(ir::Expr a, ir::Expr b, uint64_t limit) = 0;
    virtual Lit distance_below(ir::Expr a, uint64_t b, uint64_t limit) = 0;

    /// Makes the value of an expression available after Sat.
    virtual void use(ir::Expr e) = 0;
    /// After Sat: the value of an expression that was used, 0 for others.
    virtual uint64_t value(ir::Expr e) = 0;
    /// The literals that say "the expression has the value it has now".
    virtual void fix(ir::Expr e, std::vector<Lit>& literals) = 0;
};

}  // namespace fencepost::encoders
