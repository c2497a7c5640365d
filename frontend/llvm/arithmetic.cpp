// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Arithmetic without a meaning: signed overflow (clang marks what may not wrap with `nsw`)
// and division by zero. After a failed check the thread goes on with the wrapped value: so
// the check is no condition of what follows, which on POWER would order writes behind it.
#include <fmt/format.h>

#include "frontend/llvm/thread_lowering.h"

namespace fencepost::frontend::llvm_ir {

using ir::Expr;
using ir::Op;

namespace {

class Overflow {
  public:
    Overflow(ir::ExprPool& exprs, Expr a, Expr b)
        : e_(exprs), a_(a), b_(b), width_(exprs.width(a)) {}

    /// The sum differs in sign from both operands.
    Expr of_sum() { return e_.conjunction(differs(a_, sum()), differs(b_, sum())); }
    Expr of_difference() {
        const Expr difference = e_.make(Op::Sub, a_, b_);
        return e_.conjunction(differs(a_, b_), differs(a_, difference));
    }
    Expr of_product() {
        if (width_ <= 32) {
            const unsigned twice = 2 * width_;
            const Expr exact = e_.make(Op::Mul, e_.sext(a_, twice), e_.sext(b_, twice));
            const Expr wrapped = e_.sext(e_.make(Op::Mul, a_, b_), twice);
            return e_.negation(e_.make(Op::Eq, exact, wrapped));
        }
        // Dividing gives the factor back, unless it overflows itself.
        const Expr product = e_.make(Op::Mul, a_, b_);
        const Expr zero = e_.make(Op::Eq, a_, number(0));
        const Expr back = e_.make(Op::Eq, e_.make(Op::SDiv, product, a_), b_);
        const Expr turned =
            e_.conjunction(e_.make(Op::Eq, a_, number(~uint64_t{0})), e_.make(Op::Eq, b_, least()));
        return e_.disjunction(turned, e_.conjunction(e_.negation(zero), e_.negation(back)));
    }
    Expr of_quotient() {
        return e_.conjunction(e_.make(Op::Eq, a_, least()),
                              e_.make(Op::Eq, b_, number(~uint64_t{0})));
    }
    /// Shifting back gives another value.
    Expr of_shift() {
        const Expr shifted = e_.make(Op::Shl, a_, b_);
        return e_.negation(e_.make(Op::Eq, e_.make(Op::AShr, shifted, b_), a_));
    }

  private:
    Expr number(uint64_t value) { return e_.constant(width_, value & ir::mask(width_)); }
    Expr least() { return number(uint64_t{1} << (width_ - 1)); }
    Expr sum() { return e_.make(Op::Add, a_, b_); }
    Expr sign(Expr value) { return e_.extract(value, width_ - 1, 1); }
    Expr differs(Expr x, Expr y) { return e_.make(Op::Xor, sign(x), sign(y)); }

    ir::ExprPool& e_;
    const Expr a_, b_;
    const unsigned width_;
};

bool may_not_wrap(const llvm::BinaryOperator& op) {
    const auto* wraps = llvm::dyn_cast<llvm::OverflowingBinaryOperator>(&op);
    return wraps != nullptr && wraps->hasNoSignedWrap();
}

const char* sign_of(const llvm::BinaryOperator& op) {
    switch (op.getOpcode()) {
        case llvm::Instruction::Add:
            return "+";
        case llvm::Instruction::Sub:
            return "-";
        case llvm::Instruction::Mul:
            return "*";
        case llvm::Instruction::Shl:
            return "<<";
        case llvm::Instruction::SRem:
        case llvm::Instruction::URem:
            return "%";
        default:
            return "/";
    }
}

}  // namespace

void ThreadLowering::check_arithmetic(const llvm::BinaryOperator& op, Expr a, Expr b,
                                      const Path& path) {
    Overflow overflow(exprs(), a, b);
    Expr wrong = exprs().bool_const(false);
    bool divides = false;
    switch (op.getOpcode()) {
        case llvm::Instruction::Add:
            if (may_not_wrap(op)) wrong = overflow.of_sum();
            break;
        case llvm::Instruction::Sub:
            if (may_not_wrap(op)) wrong = overflow.of_difference();
            break;
        case llvm::Instruction::Mul:
            if (may_not_wrap(op)) wrong = overflow.of_product();
            break;
        case llvm::Instruction::Shl:
            if (may_not_wrap(op)) wrong = overflow.of_shift();
            break;
        case llvm::Instruction::SDiv:
        case llvm::Instruction::SRem:
            wrong = overflow.of_quotient();
            divides = true;
            break;
        case llvm::Instruction::UDiv:
        case llvm::Instruction::URem:
            divides = true;
            break;
        default:
            return;
    }
    const std::string detail =
        fmt::format("`{}` of {} bits", sign_of(op), op.getType()->getIntegerBitWidth());
    if (round_.property == ir::Property::Overflow)
        accesses_.check(path, exprs().negation(wrong), ir::Failure::Overflow, detail, location(op));
    if (!divides) return;
    const Expr zero = exprs().make(Op::Eq, b, constant(exprs().width(b), 0));
    if (round_.property == ir::Property::DivByZero)
        accesses_.check(path, exprs().negation(zero), ir::Failure::DivByZero, detail, location(op));
    else
        accesses_.cut(path, zero, "a division by zero", location(op));
}

}  // namespace fencepost::frontend::llvm_ir
