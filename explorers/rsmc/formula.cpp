// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Flattening: the DAG below a root becomes a list of instructions in topological order (pool
// order is one), each shared node once. What operators mean is ir::apply's business.
//
// A thread's guards grow along program order (guard = guard before & condition). The explorer
// decides them in that order, so an inner node that is the guard of an earlier event of the
// thread is a leaf here, "did that event happen?", and guards cost constant time each.
#include "explorers/rsmc/formula.h"

#include <algorithm>

#include "ir/check.h"
#include "ir/evaluate.h"

namespace fencepost::explorers::traces {

using ir::Expr;
using ir::ExprNode;
using ir::Op;

namespace {
constexpr uint32_t none = UINT32_MAX;
}

Formula::Formula(const Context& context, Expr root) : pool_(&context.program.exprs()) {
    const ir::ExprPool& pool = *pool_;
    if (pool.is_const(root)) {
        is_constant_ = true;
        value_ = pool.node(root).imm;
        return;
    }
    std::vector<uint32_t> order, todo{root.index};
    std::unordered_map<uint32_t, uint32_t> slot;
    while (!todo.empty()) {
        const uint32_t index = todo.back();
        todo.pop_back();
        if (!slot.try_emplace(index, none).second) continue;
        order.push_back(index);
        if (context.known_guards.contains(index)) continue;
        const ExprNode& node = pool.node(Expr{index});
        for (Expr operand : {node.a, node.b, node.c})
            if (operand.valid()) todo.push_back(operand.index);
    }
    std::sort(order.begin(), order.end());
    for (uint32_t index : order) {
        const ExprNode& node = pool.node(Expr{index});
        Instruction i{Kind::Operator, &node, none, none, none, node.imm, ir::mask(node.width)};
        const auto guard = context.known_guards.find(index);
        const auto operand = [&](Expr e) { return e.valid() ? slot.at(e.index) : none; };
        if (guard != context.known_guards.end()) {
            i.kind = Kind::Happens;
            i.imm = guard->second;
            guards_.push_back(guard->second);
        } else if (node.op == Op::Const) {
            i.kind = Kind::Constant;
        } else if (node.op == Op::Input) {
            i.kind = Kind::Input;
        } else if (node.op == Op::Read) {
            i.kind = Kind::Read;
            reads_.push_back(static_cast<ir::EventId>(node.imm));
        } else if (node.op == Op::Final) {
            i.kind = Kind::Final;
            const ir::Location cell{node.imm, static_cast<uint8_t>(node.width / 8)};
            const auto it = std::find(context.finals.begin(), context.finals.end(), cell);
            i.imm = static_cast<uint64_t>(it - context.finals.begin());
        } else {
            i.a = operand(node.a);
            i.b = operand(node.b);
            i.c = operand(node.c);
        }
        slot[index] = static_cast<uint32_t>(code_.size());
        code_.push_back(i);
    }
    if (code_.size() == 1 && code_[0].kind == Kind::Happens) same_guard_ = guards_[0];
    slots_.resize(code_.size());
    known_.resize(code_.size());
}

uint64_t Formula::leaf(const Instruction& i, const Leaves& leaves) const {
    switch (i.kind) {
        case Kind::Constant:
            return i.imm;
        case Kind::Input:
            leaves.input_used[i.imm] = true;
            return leaves.input[i.imm] & i.mask;
        case Kind::Read:
            return leaves.read[i.imm] & i.mask;
        case Kind::Final:
            return leaves.final_value[i.imm] & i.mask;
        case Kind::Happens:
            return leaves.happens[i.imm];
        case Kind::Operator:
            break;
    }
    CHECK(false, "a leaf should be no operator");
    return 0;
}

uint64_t Formula::compute(const Leaves& leaves) const {
    const auto slot = [&](uint32_t k) { return k == none ? 0 : slots_[k]; };
    for (size_t k = 0; k < code_.size(); ++k) {
        const Instruction& i = code_[k];
        slots_[k] = i.kind == Kind::Operator
                        ? ir::apply(*pool_, *i.node, slot(i.a), slot(i.b), slot(i.c))
                        : leaf(i, leaves);
    }
    return slots_.back();
}

std::optional<uint64_t> Formula::partial(const Leaves& leaves) const {
    if (is_constant_) return value_;
    const auto known = [&](uint32_t k) { return k == none || known_[k]; };
    const auto slot = [&](uint32_t k) { return k == none ? 0 : slots_[k]; };
    for (size_t k = 0; k < code_.size(); ++k) {
        const Instruction& i = code_[k];
        known_[k] = true;
        if (i.kind != Kind::Operator) {
            slots_[k] = leaf(i, leaves);
            if (i.kind == Kind::Read) known_[k] = leaves.resolved[i.imm];
            if (i.kind == Kind::Happens) known_[k] = leaves.decided[i.imm];
            continue;
        }
        if (known(i.a) && known(i.b) && known(i.c)) {
            slots_[k] = ir::apply(*pool_, *i.node, slot(i.a), slot(i.b), slot(i.c));
            continue;
        }
        known_[k] = false;
        if (i.node->op == Op::Ite && known(i.a)) {
            const uint32_t side = slot(i.a) != 0 ? i.b : i.c;
            known_[k] = known_[side];
            slots_[k] = slots_[side];
        }
        if (i.node->op == Op::And || i.node->op == Op::Or) {
            const uint64_t absorbing = i.node->op == Op::And ? 0 : i.mask;
            for (uint32_t operand : {i.a, i.b})
                if (known(operand) && slot(operand) == absorbing) {
                    known_[k] = true;
                    slots_[k] = absorbing;
                }
        }
    }
    if (!known_.back()) return std::nullopt;
    return slots_.back();
}

}  // namespace fencepost::explorers::traces
