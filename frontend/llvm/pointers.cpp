// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// An abstract interpretation of terms in the domain of congruences per object: enough to
// tell `&node[i].next` from `&node[i].value`. Numbers are targets without an object.
// Sums are exact; what is not understood keeps its objects and forgets the offset.
#include "frontend/llvm/pointers.h"

#include <algorithm>
#include <numeric>

#include "ir/evaluate.h"

namespace fencepost::frontend::llvm_ir {

using ir::Expr;
using ir::ExprNode;
using ir::Op;

namespace {

constexpr size_t max_pointees = 64;

uint64_t distance(int64_t a, int64_t b) {
    return a > b ? static_cast<uint64_t>(a) - static_cast<uint64_t>(b)
                 : static_cast<uint64_t>(b) - static_cast<uint64_t>(a);
}

/// The smallest congruence that contains both.
Pointee join(const Pointee& a, const Pointee& b) {
    return {a.object, std::min(a.offset, b.offset),
            std::gcd(std::gcd(a.stride, b.stride), distance(a.offset, b.offset))};
}

}  // namespace

void Pointees::add(Pointee target) {
    for (const Pointee& known : list) {
        if (known == target) return;
        if (known.object != target.object || known.stride == 0) continue;
        if (target.stride % known.stride == 0 &&
            distance(known.offset, target.offset) % known.stride == 0)
            return;
    }
    const bool number = target.object == no_object;
    size_t same = 0;
    for (const Pointee& known : list) same += known.object == target.object;
    if (same >= (number ? 8 : max_pointees)) {
        for (const Pointee& known : list)
            if (known.object == target.object) target = join(target, known);
        std::erase_if(list, [&](const Pointee& t) { return t.object == target.object; });
    }
    list.insert(std::upper_bound(list.begin(), list.end(), target), target);
}

void Pointees::add(const Pointees& other) {
    unknown = unknown || other.unknown;
    for (const Pointee& target : other.list) add(target);
}

std::vector<uint64_t> offsets(const Objects& objects, const Pointee& target, unsigned size) {
    std::vector<uint64_t> result;
    const uint64_t bytes = objects[target.object].size;
    if (size > bytes) return result;
    const auto last = static_cast<int64_t>(bytes - size);
    if (target.stride == 0) {
        if (target.offset >= 0 && target.offset <= last)
            result.push_back(static_cast<uint64_t>(target.offset));
        return result;
    }
    const auto stride = static_cast<int64_t>(target.stride);
    int64_t at = target.offset % stride;
    if (at < 0) at += stride;
    for (; at <= last; at += stride) result.push_back(static_cast<uint64_t>(at));
    return result;
}

const Pointees& PointerAnalysis::of(Expr root) {
    // Operands first, without recursion: terms may be deep.
    std::vector<Expr> stack = {root};
    while (!stack.empty()) {
        const Expr e = stack.back();
        if (memo_.contains(e.index)) {
            stack.pop_back();
            continue;
        }
        const ExprNode& node = exprs_.node(e);
        bool ready = true;
        if (node.width >= 32)
            for (Expr operand : {node.a, node.b, node.c})
                if (operand.valid() && !memo_.contains(operand.index)) {
                    stack.push_back(operand);
                    ready = false;
                }
        if (!ready) continue;
        memo_[e.index] = compute(node);
        stack.pop_back();
    }
    return memo_.at(root.index);
}

Pointees PointerAnalysis::sum(const Pointees& a, const Pointees& b, bool minus) const {
    Pointees result;
    result.unknown = a.unknown || b.unknown;
    for (const Pointee& x : a.list)
        for (const Pointee& y : b.list) {
            Pointee t;
            t.object = x.object != no_object ? x.object : y.object;
            if (x.object != no_object && y.object != no_object) {
                // A difference of pointers is a number, the rest is nonsense.
                t = {minus ? no_object : x.object, 0, 1};
            } else {
                if (minus && y.object != no_object) t.object = no_object;
                t.offset = static_cast<int64_t>(
                    minus ? static_cast<uint64_t>(x.offset) - static_cast<uint64_t>(y.offset)
                          : static_cast<uint64_t>(x.offset) + static_cast<uint64_t>(y.offset));
                t.stride = std::gcd(x.stride, y.stride);
            }
            result.add(t);
        }
    return result;
}

Pointees PointerAnalysis::blurred(const ExprNode& node) {
    Pointees result;
    for (Expr operand : {node.a, node.b, node.c}) {
        if (!operand.valid()) continue;
        const auto found = memo_.find(operand.index);
        if (found == memo_.end()) continue;
        result.unknown = result.unknown || found->second.unknown;
        for (const Pointee& t : found->second.list)
            if (t.object != no_object) result.add({t.object, 0, 1});
    }
    result.add({no_object, 0, 1});
    return result;
}

Pointees PointerAnalysis::compute(const ExprNode& node) {
    const Pointees number{{{no_object, 0, 1}}, false};
    const auto& memo = [&](Expr e) -> const Pointees& { return memo_.at(e.index); };
    switch (node.op) {
        case Op::Const: {
            if (node.width >= 32) {
                if (const auto object = objects_.at(node.imm))
                    return {
                        {{*object, static_cast<int64_t>(node.imm - objects_[*object].address), 0}},
                        false};
            }
            return {{{no_object, ir::to_signed(node.imm, node.width), 0}}, false};
        }
        case Op::Read:
            if (node.width < 32) return number;
            if (lookup_) return lookup_(static_cast<ir::EventId>(node.imm));
            return {{{no_object, 0, 1}}, true};
        case Op::Ite: {
            if (node.width < 32) return number;
            Pointees result = memo(node.b);
            result.add(memo(node.c));
            return result;
        }
        case Op::Add:
        case Op::Sub:
            if (node.width < 32) return number;
            return sum(memo(node.a), memo(node.b), node.op == Op::Sub);
        case Op::Mul:
        case Op::Shl: {
            if (node.width < 32 || !exprs_.is_const(node.b)) break;
            const uint64_t imm = exprs_.node(node.b).imm;
            if (node.op == Op::Shl && imm > 31) return number;
            const uint64_t factor = node.op == Op::Shl ? uint64_t{1} << imm : imm;
            Pointees result;
            for (const Pointee& t : memo(node.a).list)
                result.add({no_object,
                            static_cast<int64_t>(static_cast<uint64_t>(t.offset) * factor),
                            t.object == no_object ? t.stride * factor : factor});
            if (memo(node.a).unknown) result.add({no_object, 0, factor});
            return result;
        }
        case Op::ZExt:
        case Op::SExt:
            if (exprs_.width(node.a) < 32) return number;
            return memo(node.a);
        default:
            break;
    }
    return node.width >= 32 ? blurred(node) : number;
}

}  // namespace fencepost::frontend::llvm_ir
