// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Bit-vector expressions as vectors of literals, lowest bit first. Each node of the
// expression DAG is translated once. Meaning: ir/op.def; ir::apply is the reference.
#pragma once

#include <utility>
#include <vector>

#include "encoders/gates.h"
#include "ir/expr.h"

namespace fencepost::encoders {

using Bits = std::vector<Lit>;

class BitBlaster {
  public:
    /// Both must outlive this.
    BitBlaster(const ir::ExprPool& pool, Gates& gates);

    /// Inputs, reads and final memory become free bits when they are first met.
    const Bits& bits(ir::Expr e);
    /// Gives a leaf its bits, before it is used.
    void set(ir::Expr leaf, Bits bits) { bits_[leaf.index] = std::move(bits); }
    bool is_known(ir::Expr e) const { return !bits_[e.index].empty(); }

    Lit equal(const Bits& a, const Bits& b);
    /// a < b, unsigned; with `or_equal`, a <= b.
    Lit below(const Bits& a, const Bits& b, bool or_equal);
    Bits add(const Bits& a, const Bits& b, Lit carry);
    static Bits constant_bits(unsigned width, uint64_t value);

  private:
    Bits translate(const ir::ExprNode& node);
    Bits bitwise(const ir::ExprNode& node, const Bits& a, const Bits& b);
    Bits shift(ir::Op op, const Bits& a, const Bits& amount);
    Bits multiply(const Bits& a, const Bits& b);
    void divide(const Bits& a, const Bits& b, Bits& quotient, Bits& remainder);
    Bits division(ir::Op op, const Bits& a, const Bits& b);
    Bits negate(const Bits& a);
    Bits choice(Lit c, const Bits& a, const Bits& b);

    const ir::ExprPool& pool_;
    Gates& gates_;
    std::vector<Bits> bits_;
};

}  // namespace fencepost::encoders
