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
    slots_.push_back(0);
    const auto is_leaf = [&](uint32_t index) { return context.known_guards.contains(index); };
    for (uint32_t index : order) {
        if (is_leaf(index) || !pool.is_const(Expr{index})) continue;
        slot[index] = static_cast<uint32_t>(slots_.size());
        slots_.push_back(pool.node(Expr{index}).imm);
    }
    for (uint32_t index : order) {
        const ExprNode& node = pool.node(Expr{index});
        if (!is_leaf(index) && node.op == Op::Const) continue;
        Instruction i{
            .kind = Kind::Operator, .node = &node, .imm = node.imm, .mask = ir::mask(node.width)};
        const auto operand = [&](Expr e) { return e.valid() ? slot.at(e.index) : 0; };
        if (is_leaf(index)) {
            i.kind = Kind::Happens;
            i.imm = context.known_guards.at(index);
            guards_.push_back(context.known_guards.at(index));
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
        slot[index] = static_cast<uint32_t>(slots_.size());
        slots_.push_back(0);
        code_.push_back(i);
    }
    if (code_.size() == 1 && code_[0].kind == Kind::Happens) same_guard_ = guards_[0];
    known_.assign(slots_.size(), true);
}

uint64_t Formula::leaf(const Instruction& i, const Leaves& leaves) const {
    switch (i.kind) {
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

/// ir::apply, with a short way for what guards are made of.
uint64_t Formula::operate(const Instruction& i) const {
    const uint64_t a = slots_[i.a], b = slots_[i.b];
    switch (i.node->op) {
        case Op::And:
            return a & b;
        case Op::Or:
            return a | b;
        case Op::Not:
            return ~a & i.mask;
        case Op::Eq:
            return a == b;
        default:
            return ir::apply(*pool_, *i.node, a, b, slots_[i.c]);
    }
}

uint64_t Formula::compute(const Leaves& leaves) const {
    uint64_t* out = slots_.data() + (slots_.size() - code_.size());
    for (const Instruction& i : code_)
        *out++ = i.kind == Kind::Operator ? operate(i) : leaf(i, leaves);
    return out[-1];
}

std::optional<uint64_t> Formula::partial(const Leaves& leaves) const {
    if (is_constant_) return value_;
    size_t k = slots_.size() - code_.size();
    for (const Instruction& i : code_) {
        const size_t here = k++;
        known_[here] = true;
        if (i.kind != Kind::Operator) {
            slots_[here] = leaf(i, leaves);
            if (i.kind == Kind::Read) known_[here] = leaves.resolved[i.imm];
            if (i.kind == Kind::Happens) known_[here] = leaves.decided[i.imm];
            continue;
        }
        if (known_[i.a] && known_[i.b] && known_[i.c]) {
            slots_[here] = operate(i);
            continue;
        }
        known_[here] = false;
        if (i.node->op == Op::Ite && known_[i.a]) {
            const uint32_t side = slots_[i.a] != 0 ? i.b : i.c;
            known_[here] = known_[side];
            slots_[here] = slots_[side];
        }
        if (i.node->op == Op::And || i.node->op == Op::Or) {
            const uint64_t absorbing = i.node->op == Op::And ? 0 : i.mask;
            for (uint32_t operand : {i.a, i.b})
                if (known_[operand] && slots_[operand] == absorbing) {
                    known_[here] = true;
                    slots_[here] = absorbing;
                }
        }
    }
    if (!known_.back()) return std::nullopt;
    return slots_.back();
}

}  // namespace fencepost::explorers::traces
