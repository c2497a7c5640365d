// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Z3 behind solvers/backend.h, with bit-vectors and integers besides literals. Terms are
// handles; Z3's own types stay in z3.cpp.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "solvers/backend.h"

namespace fencepost::solvers {

/// Operators on bit-vectors, SMT-LIB's meaning. Comparisons give a vector of one bit.
enum class VectorOp : uint8_t {
    Not,
    Neg,
    And,
    Or,
    Xor,
    Add,
    Sub,
    Mul,
    UDiv,
    SDiv,
    URem,
    SRem,
    Shl,
    LShr,
    AShr,
    Eq,
    Ult,
    Ule,
    Slt,
    Sle,
    Concat,
};

/// Bytes that Z3 holds in the whole process.
uint64_t z3_memory();

class Z3 final : public Backend {
  public:
    struct Vector {
        uint32_t index = UINT32_MAX;
    };
    struct Integer {
        uint32_t index = UINT32_MAX;
    };

    Z3();
    ~Z3() override;

    using Backend::add;
    using Backend::solve;
    Lit new_var() override;
    void add(std::span<const Lit> clause) override;
    Result solve(std::span<const Lit> assumptions, const Interrupt& interrupt) override;
    bool value(Lit literal) override;
    Statistics statistics() const override;

    Vector constant(unsigned width, uint64_t value);
    Vector variable(unsigned width, const std::string& name);
    /// The second operand of Not and Neg is ignored.
    Vector apply(VectorOp op, Vector a, Vector b);
    Vector choice(Vector condition, Vector a, Vector b);
    Vector extract(Vector a, unsigned low, unsigned width);
    Vector extend(Vector a, unsigned width, bool is_signed);
    /// True iff the vector, of one bit, is 1.
    Lit literal(Vector a);
    /// condition -> a = b
    void imply_equal(Lit condition, Vector a, Vector b);
    uint64_t value(Vector a);

    Integer new_integer();
    /// condition -> a < b
    void imply_less(Lit condition, Integer a, Integer b);

    /// All constraints in SMT-LIB 2, with check-sat at the end.
    std::string to_smt_lib(std::span<const Lit> assumptions);

  private:
    struct Impl;

    std::unique_ptr<Impl> impl_;
};

}  // namespace fencepost::solvers
