// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Interning and the typed constructors. Simplification lives in simplify.cpp; here
// only widths are checked, so that an ill-typed term is caught where it is made.
#include "ir/expr.h"

#include <array>

#include "ir/check.h"
#include "ir/simplify.h"

namespace fencepost::ir {

std::string_view name(Op op) {
    switch (op) {
#define OP(enumerator, text, arity) \
    case Op::enumerator:            \
        return text;
#include "ir/op.def"
#undef OP
    }
    return "?";
}

int arity(Op op) {
    switch (op) {
#define OP(enumerator, text, arity) \
    case Op::enumerator:            \
        return arity;
#include "ir/op.def"
#undef OP
    }
    return 0;
}

size_t ExprPool::Hash::operator()(const ExprNode& node) const {
    // Mixing of 64-bit words by multiplication; good enough for small dense indices.
    uint64_t h = (static_cast<uint64_t>(node.op) << 8 | node.width) * 0x9E3779B97F4A7C15u;
    for (uint64_t part :
         std::array<uint64_t, 4>{node.a.index, node.b.index, node.c.index, node.imm}) {
        h = (h ^ part) * 0xFF51AFD7ED558CCDu;
        h ^= h >> 32;
    }
    return static_cast<size_t>(h);
}

ExprPool::ExprPool() {
    false_ = constant(1, 0);
    true_ = constant(1, 1);
}

Expr ExprPool::intern(const ExprNode& node) {
    auto [entry, fresh] = index_.try_emplace(node, static_cast<uint32_t>(nodes_.size()));
    if (fresh) nodes_.push_back(node);
    return Expr{entry->second};
}

const char* ExprPool::type_problem(const ExprNode& node) const {
    if (node.width < 1 || node.width > 64) return "an expression has 1 to 64 bits";
    const auto operand = [&](Expr e) -> unsigned { return width(e); };
    switch (node.op) {
        case Op::Const:
            return (node.imm & ~mask(node.width)) != 0 ? "the constant does not fit" : nullptr;
        case Op::Input:
        case Op::Read:
        case Op::Final:
            return nullptr;
        case Op::Not:
        case Op::Neg:
            return operand(node.a) != node.width ? "the operand has another width" : nullptr;
        case Op::And:
        case Op::Or:
        case Op::Xor:
        case Op::Add:
        case Op::Sub:
        case Op::Mul:
        case Op::UDiv:
        case Op::SDiv:
        case Op::URem:
        case Op::SRem:
        case Op::Shl:
        case Op::LShr:
        case Op::AShr:
            return operand(node.a) != node.width || operand(node.b) != node.width
                       ? "the operands have other widths"
                       : nullptr;
        case Op::Eq:
        case Op::Ult:
        case Op::Ule:
        case Op::Slt:
        case Op::Sle:
            if (node.width != 1) return "a comparison has 1 bit";
            return operand(node.a) != operand(node.b) ? "the operands differ in width" : nullptr;
        case Op::Ite:
            if (operand(node.a) != 1) return "the condition of an ite has 1 bit";
            return operand(node.b) != node.width || operand(node.c) != node.width
                       ? "the sides of an ite differ in width"
                       : nullptr;
        case Op::Extract:
            return node.imm + node.width > operand(node.a) ? "extract reaches outside" : nullptr;
        case Op::Concat:
            return operand(node.a) + operand(node.b) != node.width ? "wrong width of a concat"
                                                                   : nullptr;
        case Op::ZExt:
        case Op::SExt:
            return operand(node.a) > node.width ? "an extension cannot narrow" : nullptr;
    }
    return "no such operator";
}

Expr ExprPool::checked(const ExprNode& node) {
    const char* problem = type_problem(node);
    CHECK(problem == nullptr, problem);
    return simplify_node(*this, node);
}

namespace {
uint8_t byte(unsigned width) {
    CHECK(width <= 64, "an expression has 1 to 64 bits");
    return static_cast<uint8_t>(width);
}
}  // namespace

Expr ExprPool::constant(unsigned width, uint64_t value) {
    return checked({.op = Op::Const, .width = byte(width), .imm = value & mask(width)});
}

Expr ExprPool::input(unsigned width, uint32_t input) {
    return checked({.op = Op::Input, .width = byte(width), .imm = input});
}

Expr ExprPool::read(unsigned width, uint32_t event) {
    return checked({.op = Op::Read, .width = byte(width), .imm = event});
}

void ExprPool::renumber_inputs(const std::vector<std::optional<uint32_t>>& number) {
    for (ExprNode& node : nodes_) {
        if (node.op != Op::Input) continue;
        const auto to = number[node.imm];
        node.op = to ? Op::Input : Op::Const;
        node.imm = to.value_or(0);
    }
    index_.clear();
    for (uint32_t i = 0; i < nodes_.size(); ++i) index_.try_emplace(nodes_[i], i);
}

Expr ExprPool::final_value(unsigned width, uint64_t address) {
    return checked({.op = Op::Final, .width = byte(width), .imm = address});
}

Expr ExprPool::make(Op op, Expr a) {
    CHECK(op == Op::Not || op == Op::Neg, "make with one operand is for not and neg");
    return checked({.op = op, .width = node(a).width, .a = a});
}

Expr ExprPool::make(Op op, Expr a, Expr b) {
    CHECK(arity(op) == 2 && op != Op::Concat, "make with two operands is for binary operators");
    const bool comparison = op >= Op::Eq && op <= Op::Sle;
    const uint8_t result = comparison ? uint8_t{1} : node(a).width;
    return checked({.op = op, .width = result, .a = a, .b = b});
}

Expr ExprPool::ite(Expr condition, Expr then, Expr otherwise) {
    return checked(
        {.op = Op::Ite, .width = node(then).width, .a = condition, .b = then, .c = otherwise});
}

Expr ExprPool::extract(Expr a, unsigned low, unsigned result) {
    return checked({.op = Op::Extract, .width = byte(result), .a = a, .imm = low});
}

Expr ExprPool::concat(Expr high, Expr low) {
    return checked(
        {.op = Op::Concat, .width = byte(width(high) + width(low)), .a = high, .b = low});
}

Expr ExprPool::zext(Expr a, unsigned result) {
    return checked({.op = Op::ZExt, .width = byte(result), .a = a});
}

Expr ExprPool::sext(Expr a, unsigned result) {
    return checked({.op = Op::SExt, .width = byte(result), .a = a});
}

Expr ExprPool::resize(Expr a, unsigned result) {
    return result > width(a) ? zext(a, result) : extract(a, 0, result);
}

}  // namespace fencepost::ir
