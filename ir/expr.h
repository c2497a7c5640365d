// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Bit-vector expressions, 1 to 64 bits wide, as a hash-consed DAG: structurally
// equal terms have equal handles, so a frontend may build freely and an engine may
// memoise by index. Operands are always created before their users, hence index
// order is a topological order. Booleans are bit-vectors of width 1.
//
//   ExprPool pool;
//   Expr r = pool.read(32, event);                       // the value event reads
//   Expr one = pool.constant(32, 1);
//   Expr sum = pool.make(Op::Add, r, one);               // simplified on the way
//
// Leaves: constants, nondeterministic inputs, values of read events, and the final
// content of memory (only in final-state conditions).
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace fencepost::ir {

enum class Op : uint8_t {
#define OP(name, text, arity) name,
#include "ir/op.def"
#undef OP
};

std::string_view name(Op op);
int arity(Op op);

/// Handle of a node in one pool; `Expr{}` is "no expression".
struct Expr {
    uint32_t index = UINT32_MAX;

    bool valid() const { return index != UINT32_MAX; }
    auto operator<=>(const Expr&) const = default;
};

struct ExprNode {
    Op op = Op::Const;
    uint8_t width = 1;
    /// Operands; unused ones are invalid.
    Expr a{}, b{}, c{};
    /// Const: the value. Input, Read: input or event index. Final: address of the
    /// cell. Extract: lowest bit taken. Otherwise 0.
    uint64_t imm = 0;

    bool operator==(const ExprNode&) const = default;
};

/// All bits of a value of this width.
constexpr uint64_t mask(unsigned width) {
    return width >= 64 ? ~uint64_t{0} : (uint64_t{1} << width) - 1;
}

/// Value of bit pattern `value` of `width` bits, read as two's complement.
constexpr int64_t to_signed(uint64_t value, unsigned width) {
    const unsigned unused = 64 - width;
    return static_cast<int64_t>(value << unused) >> unused;
}

class ExprPool {
  public:
    ExprPool();

    const ExprNode& node(Expr e) const { return nodes_[e.index]; }
    unsigned width(Expr e) const { return nodes_[e.index].width; }
    uint32_t size() const { return static_cast<uint32_t>(nodes_.size()); }

    bool is_const(Expr e) const { return nodes_[e.index].op == Op::Const; }
    bool is_const(Expr e, uint64_t value) const {
        return is_const(e) && nodes_[e.index].imm == value;
    }
    bool is_true(Expr e) const { return e == true_; }
    bool is_false(Expr e) const { return e == false_; }

    // Leaves.
    Expr constant(unsigned width, uint64_t value);
    Expr bool_const(bool value) const { return value ? true_ : false_; }
    Expr input(unsigned width, uint32_t input);
    Expr read(unsigned width, uint32_t event);
    Expr final_value(unsigned width, uint64_t address);

    // Operators, simplified locally (ir/simplify.cpp). Operand widths must fit (CHECK).
    Expr make(Op op, Expr a);
    Expr make(Op op, Expr a, Expr b);
    Expr ite(Expr condition, Expr then, Expr otherwise);
    Expr extract(Expr a, unsigned low, unsigned width);
    Expr concat(Expr high, Expr low);
    Expr zext(Expr a, unsigned width);
    Expr sext(Expr a, unsigned width);
    /// Zero-extends or truncates, whichever is needed.
    Expr resize(Expr a, unsigned width);

    // Shorthands for booleans.
    Expr negation(Expr a) { return make(Op::Not, a); }
    Expr conjunction(Expr a, Expr b) { return make(Op::And, a, b); }
    Expr disjunction(Expr a, Expr b) { return make(Op::Or, a, b); }

    /// Interns exactly this node, without simplifying. For tests and for the parser of
    /// the text form, which must give back what was printed. Operands must be of this pool.
    Expr intern(const ExprNode& node);
    /// Gives inputs new, different numbers; those without one become the constant 0. For the
    /// Builder, who knows that these are in no term that is still used.
    void renumber_inputs(const std::vector<std::optional<uint32_t>>& number);
    /// What is wrong with the widths of a node over operands of this pool, or nullptr.
    const char* type_problem(const ExprNode& node) const;

  private:
    Expr checked(const ExprNode& node);

    struct Hash {
        size_t operator()(const ExprNode& node) const;
    };

    std::vector<ExprNode> nodes_;
    std::unordered_map<ExprNode, uint32_t, Hash> index_;
    Expr true_, false_;
};

}  // namespace fencepost::ir
