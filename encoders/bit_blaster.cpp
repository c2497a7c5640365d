// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// The usual circuits: ripple-carry adders, shift-and-add multiplication, barrel shifters and
// restoring division. Constants are folded by the gates, so that `x & 1` or `x * 4` cost
// nothing. Division by zero needs no case of its own: restoring division by zero subtracts 0
// in each step, which gives quotient all ones and remainder = dividend, SMT-LIB's definition.
#include "encoders/bit_blaster.h"

#include <bit>

#include "ir/check.h"

namespace fencepost::encoders {

using ir::Expr;
using ir::ExprNode;
using ir::Op;

BitBlaster::BitBlaster(const ir::ExprPool& pool, Gates& gates)
    : pool_(pool), gates_(gates), bits_(pool.size()) {}

const Bits& BitBlaster::bits(Expr e) {
    if (is_known(e)) return bits_[e.index];
    // Operands first, without recursion: terms of unrolled loops are deep.
    std::vector<Expr> stack{e};
    while (!stack.empty()) {
        const Expr top = stack.back();
        const ExprNode& node = pool_.node(top);
        bool ready = true;
        for (Expr operand : {node.a, node.b, node.c}) {
            if (!operand.valid() || is_known(operand)) continue;
            stack.push_back(operand);
            ready = false;
        }
        if (!ready) continue;
        stack.pop_back();
        if (!is_known(top)) bits_[top.index] = translate(node);
    }
    return bits_[e.index];
}

Bits BitBlaster::constant_bits(unsigned width, uint64_t value) {
    Bits bits(width);
    for (unsigned i = 0; i < width; ++i) bits[i] = constant((value >> i & 1) != 0);
    return bits;
}

Bits BitBlaster::translate(const ExprNode& node) {
    static const Bits none;
    const Bits& a = node.a.valid() ? bits_[node.a.index] : none;
    const Bits& b = node.b.valid() ? bits_[node.b.index] : none;
    switch (node.op) {
        case Op::Const:
            return constant_bits(node.width, node.imm);
        case Op::Input:
        case Op::Read:
        case Op::Final: {
            Bits bits(node.width);
            for (Lit& bit : bits) bit = gates_.fresh();
            return bits;
        }
        case Op::Not:
        case Op::And:
        case Op::Or:
        case Op::Xor:
            return bitwise(node, a, b);
        case Op::Neg:
            return negate(a);
        case Op::Add:
            return add(a, b, false_lit);
        case Op::Sub: {
            Bits inverted = b;
            for (Lit& bit : inverted) bit = -bit;
            return add(a, inverted, true_lit);
        }
        case Op::Mul:
            return multiply(a, b);
        case Op::UDiv:
        case Op::SDiv:
        case Op::URem:
        case Op::SRem:
            return division(node.op, a, b);
        case Op::Shl:
        case Op::LShr:
        case Op::AShr:
            return shift(node.op, a, b);
        case Op::Eq:
            return {equal(a, b)};
        case Op::Ult:
        case Op::Ule:
            return {below(a, b, node.op == Op::Ule)};
        case Op::Slt:
        case Op::Sle: {
            Bits x = a, y = b;
            x.back() = -x.back();
            y.back() = -y.back();
            return {below(x, y, node.op == Op::Sle)};
        }
        case Op::Ite:
            return choice(a[0], b, bits_[node.c.index]);
        case Op::Extract:
            return {a.begin() + static_cast<long>(node.imm),
                    a.begin() + static_cast<long>(node.imm) + node.width};
        case Op::Concat: {
            Bits bits = b;
            bits.insert(bits.end(), a.begin(), a.end());
            return bits;
        }
        case Op::ZExt:
        case Op::SExt: {
            Bits bits = a;
            bits.resize(node.width, node.op == Op::SExt ? a.back() : false_lit);
            return bits;
        }
    }
    CHECK(false, "every operator should be translated");
    return {};
}

Bits BitBlaster::bitwise(const ExprNode& node, const Bits& a, const Bits& b) {
    Bits bits(node.width);
    for (unsigned i = 0; i < node.width; ++i) {
        switch (node.op) {
            case Op::And:
                bits[i] = gates_.conjunction(a[i], b[i]);
                break;
            case Op::Or:
                bits[i] = gates_.disjunction(a[i], b[i]);
                break;
            case Op::Xor:
                bits[i] = gates_.exclusive(a[i], b[i]);
                break;
            default:
                bits[i] = -a[i];
        }
    }
    return bits;
}

Bits BitBlaster::add(const Bits& a, const Bits& b, Lit carry) {
    Bits sum(a.size());
    for (size_t i = 0; i < a.size(); ++i) {
        const Lit half = gates_.exclusive(a[i], b[i]);
        sum[i] = gates_.exclusive(half, carry);
        if (i + 1 < a.size()) carry = gates_.majority(a[i], b[i], carry);
    }
    return sum;
}

Bits BitBlaster::negate(const Bits& a) {
    Bits inverted = a;
    for (Lit& bit : inverted) bit = -bit;
    return add(inverted, constant_bits(static_cast<unsigned>(a.size()), 0), true_lit);
}

Bits BitBlaster::choice(Lit c, const Bits& a, const Bits& b) {
    Bits bits(a.size());
    for (size_t i = 0; i < a.size(); ++i) bits[i] = gates_.choice(c, a[i], b[i]);
    return bits;
}

Lit BitBlaster::equal(const Bits& a, const Bits& b) {
    std::vector<Lit> same(a.size());
    for (size_t i = 0; i < a.size(); ++i) {
        same[i] = gates_.equivalence(a[i], b[i]);
        if (same[i] == false_lit) return false_lit;
    }
    return gates_.conjunction(std::move(same));
}

Lit BitBlaster::below(const Bits& a, const Bits& b, bool or_equal) {
    Lit result = constant(or_equal);
    for (size_t i = 0; i < a.size(); ++i) result = gates_.majority(-a[i], b[i], result);
    return result;
}

Bits BitBlaster::shift(Op op, const Bits& a, const Bits& amount) {
    const size_t width = a.size();
    const Lit fill = op == Op::AShr ? a.back() : false_lit;
    Bits bits = a;
    std::vector<Lit> too_far;
    for (size_t stage = 0; stage < amount.size(); ++stage) {
        if (stage >= 7 || (size_t{1} << stage) >= width) {
            too_far.push_back(amount[stage]);
            continue;
        }
        const size_t distance = size_t{1} << stage;
        Bits shifted(width);
        for (size_t i = 0; i < width; ++i) {
            if (op == Op::Shl)
                shifted[i] = i >= distance ? bits[i - distance] : false_lit;
            else
                shifted[i] = i + distance < width ? bits[i + distance] : fill;
        }
        bits = choice(amount[stage], shifted, bits);
    }
    const Lit all_out = gates_.disjunction(std::move(too_far));
    return choice(all_out, Bits(width, fill), bits);
}

Bits BitBlaster::multiply(const Bits& a, const Bits& b) {
    const size_t width = a.size();
    const auto constants = [](const Bits& x) {
        size_t count = 0;
        for (Lit bit : x) count += bit == false_lit;
        return count;
    };
    // The factor with more zeros selects the rows.
    const Bits& rows = constants(a) > constants(b) ? a : b;
    const Bits& other = &rows == &a ? b : a;
    Bits product(width, false_lit);
    for (size_t i = 0; i < width; ++i) {
        if (rows[i] == false_lit) continue;
        Bits row(width, false_lit);
        for (size_t j = 0; i + j < width; ++j) row[i + j] = gates_.conjunction(rows[i], other[j]);
        product = add(product, row, false_lit);
    }
    return product;
}

void BitBlaster::divide(const Bits& a, const Bits& b, Bits& quotient, Bits& remainder) {
    const size_t width = a.size();
    quotient.assign(width, false_lit);
    // One bit more, so that the shifted remainder does not overflow.
    Bits rest(width + 1, false_lit), divisor = b;
    divisor.push_back(false_lit);
    Bits inverted = divisor;
    for (Lit& bit : inverted) bit = -bit;
    for (size_t i = width; i-- > 0;) {
        rest.insert(rest.begin(), a[i]);
        rest.pop_back();
        quotient[i] = below(divisor, rest, true);
        rest = choice(quotient[i], add(rest, inverted, true_lit), rest);
    }
    rest.pop_back();
    remainder = rest;
}

Bits BitBlaster::division(Op op, const Bits& a, const Bits& b) {
    const bool is_signed = op == Op::SDiv || op == Op::SRem;
    const Lit sign_a = is_signed ? a.back() : false_lit;
    const Lit sign_b = is_signed ? b.back() : false_lit;
    Bits quotient, remainder;
    divide(choice(sign_a, negate(a), a), choice(sign_b, negate(b), b), quotient, remainder);
    if (op == Op::UDiv || op == Op::SDiv)
        return choice(gates_.exclusive(sign_a, sign_b), negate(quotient), quotient);
    return choice(sign_a, negate(remainder), remainder);
}

}  // namespace fencepost::encoders
