// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Local simplification: constant folding, neutral and absorbing elements, operands
// that are equal or complements of each other, and the pairs of width changes that
// cancel. One step looks at a node and its operands' nodes only, so the cost of
// building a term stays linear.
//
// Dependencies are recorded beside the terms (ir/deps.h); folding `xor a,a` to 0 here
// loses nothing that a memory model needs.
//
// Invariant: the result evaluates to the same value under every assignment;
// tests/unit/ir/simplify_test.cpp compares with the evaluator on random terms.
#include "ir/simplify.h"

#include <utility>

#include "ir/check.h"
#include "ir/evaluate.h"

namespace fencepost::ir {

namespace {

bool commutes(Op op) {
    return op == Op::And || op == Op::Or || op == Op::Xor || op == Op::Add || op == Op::Mul ||
           op == Op::Eq;
}

/// The rules for one node; an invalid result means "nothing to simplify".
class Rules {
  public:
    Rules(ExprPool& pool, const ExprNode& node) : pool_(pool), n_(node) {}

    Expr apply_rules() {
        switch (n_.op) {
            case Op::Const:
            case Op::Input:
            case Op::Read:
            case Op::Final:
                return {};
            case Op::Not:
            case Op::Neg:
                return involution();
            case Op::And:
                return conjunction();
            case Op::Or:
                return disjunction();
            case Op::Xor:
                return exclusive_or();
            case Op::Add:
            case Op::Sub:
                return sum();
            case Op::Mul:
                return product();
            case Op::UDiv:
            case Op::SDiv:
                return is(n_.b, 1) && n_.width > 1 ? n_.a : Expr{};
            case Op::URem:
                return is(n_.b, 1) ? zero() : Expr{};
            case Op::SRem:
                return is(n_.b, 1) && n_.width > 1 ? zero() : Expr{};
            case Op::Shl:
            case Op::LShr:
            case Op::AShr:
                return is(n_.b, 0) || is(n_.a, 0) ? n_.a : Expr{};
            case Op::Eq:
                return equality();
            case Op::Ult:
            case Op::Slt:
                return n_.a == n_.b || (n_.op == Op::Ult && is(n_.b, 0)) ? zero() : Expr{};
            case Op::Ule:
            case Op::Sle:
                return n_.a == n_.b || (n_.op == Op::Ule && is(n_.a, 0)) ? one() : Expr{};
            case Op::Ite:
                return choice();
            case Op::Extract:
                return extraction();
            case Op::Concat:
                return is(n_.a, 0) ? pool_.zext(n_.b, n_.width) : Expr{};
            case Op::ZExt:
            case Op::SExt:
                return extension();
        }
        return {};
    }

  private:
    bool is(Expr e, uint64_t value) const { return pool_.is_const(e, value); }
    bool is_ones(Expr e) const { return is(e, mask(pool_.width(e))); }
    Expr zero() { return pool_.constant(n_.width, 0); }
    Expr one() { return pool_.constant(n_.width, 1); }
    Expr ones() { return pool_.constant(n_.width, mask(n_.width)); }

    bool complements(Expr a, Expr b) const {
        const ExprNode& x = pool_.node(a);
        const ExprNode& y = pool_.node(b);
        return (x.op == Op::Not && x.a == b) || (y.op == Op::Not && y.a == a);
    }

    Expr involution() {
        const ExprNode& inner = pool_.node(n_.a);
        return inner.op == n_.op ? inner.a : Expr{};
    }

    // Constants stand on the right (see simplify_node).
    Expr conjunction() {
        if (n_.a == n_.b || is_ones(n_.b)) return n_.a;
        if (is(n_.b, 0) || complements(n_.a, n_.b)) return zero();
        return absorb(Op::Or);
    }

    Expr disjunction() {
        if (n_.a == n_.b || is(n_.b, 0)) return n_.a;
        if (is_ones(n_.b) || complements(n_.a, n_.b)) return ones();
        if (Expr joined = rejoin(); joined.valid()) return joined;
        return absorb(Op::And);
    }

    /// a op (a dual b) = a, and x op (x op y) = x op y.
    Expr absorb(Op dual) {
        for (auto [x, y] : {std::pair{n_.a, n_.b}, std::pair{n_.b, n_.a}}) {
            const ExprNode& inner = pool_.node(y);
            const bool contains = inner.a == x || inner.b == x;
            if (inner.op == dual && contains) return x;
            if (inner.op == n_.op && contains) return y;
        }
        return {};
    }

    /// (g & c) | (g & ~c) = g: what guards become where two paths join.
    Expr rejoin() {
        const ExprNode& x = pool_.node(n_.a);
        const ExprNode& y = pool_.node(n_.b);
        if (x.op != Op::And || y.op != Op::And) return {};
        for (auto [common, rest] : {std::pair{x.a, x.b}, std::pair{x.b, x.a}}) {
            if (common == y.a && complements(rest, y.b)) return common;
            if (common == y.b && complements(rest, y.a)) return common;
        }
        return {};
    }

    Expr exclusive_or() {
        if (n_.a == n_.b) return zero();
        if (is(n_.b, 0)) return n_.a;
        if (is_ones(n_.b)) return pool_.make(Op::Not, n_.a);
        return complements(n_.a, n_.b) ? ones() : Expr{};
    }

    Expr sum() {
        if (is(n_.b, 0)) return n_.a;
        if (n_.op == Op::Sub) return n_.a == n_.b ? zero() : Expr{};
        // (x + c1) + c2
        const ExprNode& inner = pool_.node(n_.a);
        if (pool_.is_const(n_.b) && inner.op == Op::Add && pool_.is_const(inner.b)) {
            const Expr left = inner.a;
            const uint64_t total = pool_.node(inner.b).imm + pool_.node(n_.b).imm;
            return pool_.make(Op::Add, left, pool_.constant(n_.width, total));
        }
        return {};
    }

    Expr product() {
        if (is(n_.b, 0)) return n_.b;
        return is(n_.b, 1) ? n_.a : Expr{};
    }

    /// A term as another one and a constant that is added.
    std::pair<Expr, uint64_t> offset(Expr e) const {
        const ExprNode& node = pool_.node(e);
        if ((node.op != Op::Add && node.op != Op::Sub) || !pool_.is_const(node.b)) return {e, 0};
        const uint64_t imm = pool_.node(node.b).imm;
        return {node.a, node.op == Op::Add ? imm : 0 - imm};
    }

    Expr equality() {
        if (n_.a == n_.b) return one();
        if (pool_.width(n_.a) == 1) {
            if (is(n_.b, 1)) return n_.a;
            if (is(n_.b, 0)) return pool_.make(Op::Not, n_.a);
        }
        if (complements(n_.a, n_.b)) return zero();
        // x + 1 == x: what a fetch-and-add asks that wonders whether it changed anything.
        const auto [x, more] = offset(n_.a);
        const auto [y, less] = offset(n_.b);
        if (x == y) return ((more - less) & mask(pool_.width(n_.a))) == 0 ? one() : zero();
        if (!pool_.is_const(n_.b)) return {};
        const ExprNode left = pool_.node(n_.a);
        const uint64_t value = pool_.node(n_.b).imm;
        if (left.op == Op::ZExt) {
            const unsigned inner = pool_.width(left.a);
            if ((value & ~mask(inner)) != 0) return zero();
            return pool_.make(Op::Eq, left.a, pool_.constant(inner, value));
        }
        if (left.op == Op::Add && pool_.is_const(left.b)) {
            const uint64_t rest = value - pool_.node(left.b).imm;
            return pool_.make(Op::Eq, left.a, pool_.constant(left.width, rest));
        }
        // ite(c, k1, k2) == k: what flags and merged registers become.
        if (left.op == Op::Ite && pool_.is_const(left.b) && pool_.is_const(left.c)) {
            const Expr then = pool_.make(Op::Eq, left.b, n_.b);
            const Expr otherwise = pool_.make(Op::Eq, left.c, n_.b);
            return pool_.ite(left.a, then, otherwise);
        }
        return {};
    }

    Expr choice() {
        if (pool_.is_true(n_.a) || n_.b == n_.c) return n_.b;
        if (pool_.is_false(n_.a)) return n_.c;
        const ExprNode condition = pool_.node(n_.a);
        if (condition.op == Op::Not) return pool_.ite(condition.a, n_.c, n_.b);
        if (n_.width != 1) return {};
        if (pool_.is_true(n_.b)) return pool_.disjunction(n_.a, n_.c);
        if (pool_.is_false(n_.c)) return pool_.conjunction(n_.a, n_.b);
        if (pool_.is_false(n_.b)) return pool_.conjunction(pool_.negation(n_.a), n_.c);
        if (pool_.is_true(n_.c)) return pool_.disjunction(pool_.negation(n_.a), n_.b);
        return {};
    }

    Expr extraction() {
        const ExprNode inner = pool_.node(n_.a);
        if (n_.imm == 0 && n_.width == inner.width) return n_.a;
        const auto low = static_cast<unsigned>(n_.imm);
        const unsigned high = low + n_.width;  // one past the highest bit taken
        if (inner.op == Op::Extract)
            return pool_.extract(inner.a, static_cast<unsigned>(inner.imm) + low, n_.width);
        if (inner.op == Op::Concat) {
            const unsigned split = pool_.width(inner.b);
            if (high <= split) return pool_.extract(inner.b, low, n_.width);
            if (low >= split) return pool_.extract(inner.a, low - split, n_.width);
        }
        if (inner.op == Op::ZExt || inner.op == Op::SExt) {
            const unsigned source = pool_.width(inner.a);
            if (high <= source) return pool_.extract(inner.a, low, n_.width);
            if (inner.op == Op::ZExt && low >= source) return zero();
            if (low == 0 && inner.op == Op::ZExt) return pool_.zext(inner.a, n_.width);
            if (low == 0) return pool_.sext(inner.a, n_.width);
        }
        // Bitwise operators and ites of constants commute with extraction.
        if (inner.op == Op::Ite && pool_.is_const(inner.b) && pool_.is_const(inner.c)) {
            return pool_.ite(inner.a, pool_.extract(inner.b, low, n_.width),
                             pool_.extract(inner.c, low, n_.width));
        }
        return {};
    }

    Expr extension() {
        const ExprNode inner = pool_.node(n_.a);
        if (inner.width == n_.width) return n_.a;
        if (inner.op == n_.op) {
            return n_.op == Op::ZExt ? pool_.zext(inner.a, n_.width)
                                     : pool_.sext(inner.a, n_.width);
        }
        // The sign of a (properly) zero-extended value is 0.
        if (n_.op == Op::SExt && inner.op == Op::ZExt) return pool_.zext(inner.a, n_.width);
        return {};
    }

    ExprPool& pool_;
    const ExprNode n_;  // a copy: rules create nodes, which may move the pool's
};

}  // namespace

Expr simplify_node(ExprPool& pool, const ExprNode& node) {
    const int operands = arity(node.op);
    if (operands == 0) return pool.intern(node);
    const bool constant = pool.is_const(node.a) && (operands < 2 || pool.is_const(node.b)) &&
                          (operands < 3 || pool.is_const(node.c));
    if (constant) {
        const auto imm = [&](Expr e) { return e.valid() ? pool.node(e).imm : 0; };
        return pool.constant(node.width, apply(pool, node, imm(node.a), imm(node.b), imm(node.c)));
    }
    ExprNode ordered = node;
    // Constants to the right, otherwise the older operand first: fewer shapes to match
    // and a + b == b + a.
    if (commutes(node.op) && (pool.is_const(node.a) || (!pool.is_const(node.b) && node.b < node.a)))
        std::swap(ordered.a, ordered.b);
    const Expr simpler = Rules(pool, ordered).apply_rules();
    return simpler.valid() ? simpler : pool.intern(ordered);
}

Expr simplify(ExprPool& pool, Expr e) {
    // Operands have smaller indices: one pass in index order rebuilds every sub-term
    // after its operands, without recursion.
    std::vector<Expr> result(e.index + 1);
    std::vector<bool> needed(e.index + 1, false);
    needed[e.index] = true;
    for (uint32_t i = e.index + 1; i-- > 0;) {
        if (!needed[i]) continue;
        const ExprNode& node = pool.node(Expr{i});
        for (Expr operand : {node.a, node.b, node.c})
            if (operand.valid()) needed[operand.index] = true;
    }
    for (uint32_t i = 0; i <= e.index; ++i) {
        if (!needed[i]) continue;
        ExprNode node = pool.node(Expr{i});
        for (Expr* operand : {&node.a, &node.b, &node.c})
            if (operand->valid()) *operand = result[operand->index];
        result[i] = simplify_node(pool, node);
    }
    return result[e.index];
}

}  // namespace fencepost::ir
