// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Operators map one to one; booleans are vectors of one bit, so a condition is "equal to 1".
#include "encoders/smt_data.h"

#include <fmt/format.h>

#include "ir/check.h"

namespace fencepost::encoders {

using ir::Expr;
using ir::ExprNode;
using ir::Op;
using solvers::VectorOp;

SmtData::SmtData(const ir::Program& program, solvers::Z3& solver)
    : pool_(program.exprs()),
      solver_(solver),
      vectors_(pool_.size()),
      conditions_(pool_.size(), 0) {}

SmtData::Vector SmtData::vector(Expr root) {
    const auto is_known = [&](Expr e) { return vectors_[e.index].index != UINT32_MAX; };
    std::vector<Expr> stack{root};
    while (!stack.empty()) {
        const Expr top = stack.back();
        bool ready = true;
        for (Expr operand : {pool_.node(top).a, pool_.node(top).b, pool_.node(top).c}) {
            if (!operand.valid() || is_known(operand)) continue;
            stack.push_back(operand);
            ready = false;
        }
        if (!ready) continue;
        stack.pop_back();
        if (!is_known(top)) vectors_[top.index] = translate(pool_.node(top));
    }
    return vectors_[root.index];
}

SmtData::Vector SmtData::translate(const ExprNode& node) {
    const auto operand = [&](Expr e) { return e.valid() ? vectors_[e.index] : Vector{}; };
    const Vector a = operand(node.a), b = operand(node.b);
    switch (node.op) {
        case Op::Const:
            return solver_.constant(node.width, node.imm);
        case Op::Input:
            return solver_.variable(node.width, fmt::format("in{}", node.imm));
        case Op::Read:
            return solver_.variable(node.width, fmt::format("e{}", node.imm));
        case Op::Final:
            return solver_.variable(node.width, fmt::format("final_{:x}", node.imm));
        case Op::Ite:
            return solver_.choice(a, b, operand(node.c));
        case Op::Extract:
            return solver_.extract(a, static_cast<unsigned>(node.imm), node.width);
        case Op::ZExt:
        case Op::SExt:
            return solver_.extend(a, node.width, node.op == Op::SExt);
#define SAME(name) \
    case Op::name: \
        return solver_.apply(VectorOp::name, a, b);
            SAME(Not)
            SAME(Neg)
            SAME(And)
            SAME(Or)
            SAME(Xor)
            SAME(Add)
            SAME(Sub)
            SAME(Mul)
            SAME(UDiv)
            SAME(SDiv)
            SAME(URem)
            SAME(SRem)
            SAME(Shl)
            SAME(LShr)
            SAME(AShr)
            SAME(Eq)
            SAME(Ult)
            SAME(Ule)
            SAME(Slt)
            SAME(Sle)
            SAME(Concat)
#undef SAME
    }
    CHECK(false, "every operator should be translated");
    return {};
}

Lit SmtData::condition(Expr e) {
    if (pool_.is_true(e)) return true_lit;
    if (pool_.is_false(e)) return false_lit;
    Lit& known = conditions_[e.index];
    if (known == 0) known = solver_.literal(vector(e));
    return known;
}

Lit SmtData::equal(Expr a, Expr b) {
    if (a == b) return true_lit;
    const Vector x = vector(a);
    return solver_.literal(solver_.apply(VectorOp::Eq, x, vector(b)));
}

Lit SmtData::equal(Expr a, uint64_t constant) {
    if (pool_.is_const(a)) return encoders::constant(pool_.is_const(a, constant));
    const Vector x = vector(a);
    return solver_.literal(
        solver_.apply(VectorOp::Eq, x, solver_.constant(pool_.width(a), constant)));
}

void SmtData::imply_equal(Lit condition, Expr a, Expr b) {
    if (a == b || condition == false_lit) return;
    const Vector x = vector(a);
    solver_.imply_equal(condition, x, vector(b));
}

void SmtData::imply_equal(Lit condition, Expr a, uint64_t constant) {
    if (condition == false_lit) return;
    const Vector x = vector(a);
    solver_.imply_equal(condition, x, solver_.constant(pool_.width(a), constant));
}

Lit SmtData::distance_below(Vector a, Vector b, uint64_t limit) {
    const Vector distance = solver_.apply(VectorOp::Sub, a, b);
    return solver_.literal(solver_.apply(VectorOp::Ult, distance, solver_.constant(64, limit)));
}

Lit SmtData::distance_below(Expr a, Expr b, uint64_t limit) {
    const Vector x = vector(a);
    return distance_below(x, vector(b), limit);
}

Lit SmtData::distance_below(Expr a, uint64_t b, uint64_t limit) {
    const Vector x = vector(a);
    return distance_below(x, solver_.constant(64, b), limit);
}

uint64_t SmtData::value(Expr e) {
    if (vectors_[e.index].index == UINT32_MAX) return 0;
    return solver_.value(vectors_[e.index]);
}

void SmtData::fix(Expr e, std::vector<Lit>& literals) {
    if (pool_.is_const(e)) return;
    literals.push_back(equal(e, value(e)));
}

void SmtOrders::require_acyclic(const OrderGraph& graph) {
    std::vector<solvers::Z3::Integer> clocks(graph.nodes);
    for (auto& clock : clocks) clock = solver_.new_integer();
    for (size_t i = 0; i < graph.edges.size(); ++i) {
        const OrderEdge& e = graph.edges[i];
        if (i % 256 == 0) poll_();
        solver_.imply_less(e.literal, clocks[e.from], clocks[e.to]);
    }
}

}  // namespace fencepost::encoders
