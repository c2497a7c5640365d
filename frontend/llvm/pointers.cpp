// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// An abstract interpretation of terms in the domain of congruences per object, with bounds:
// enough to tell `&node[i].next` from `&node[i].value`, and `ring[i & mask]` from what lies before
// it. Numbers are targets without an object. Sums are exact unless they may wrap around, then
// they have no bounds; what is not understood keeps its objects and forgets the offset.
#include "frontend/llvm/pointers.h"

#include <algorithm>
#include <bit>
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

/// The smallest congruence that contains both. It has no bounds, so that a value that grows from
/// round to round comes to an end.
Pointee join(const Pointee& a, const Pointee& b) {
    return {a.object, std::min(a.offset, b.offset),
            std::gcd(std::gcd(a.stride, b.stride), distance(a.offset, b.offset))};
}

/// Bounds for a value of this width, if it cannot have wrapped around.
void bound(Pointee& t, __int128 low, __int128 high, unsigned width) {
    if (t.stride == 0) return;
    const __int128 limit = __int128{1} << (std::min(width, 64u) - 1);
    if (low <= -limit || high >= limit) return;
    t.low = static_cast<int64_t>(low);
    t.high = static_cast<int64_t>(high);
}

Pointees number_between(int64_t low, int64_t high) {
    return {{{no_object, 0, 1, low, high}}, false};
}

}  // namespace

void Pointees::add(Pointee target) {
    for (const Pointee& known : list) {
        if (known == target) return;
        if (known.object != target.object || known.stride == 0) continue;
        if (target.stride % known.stride == 0 && known.low <= target.lowest() &&
            target.highest() <= known.high &&
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
    if (target.low > at) at += (target.low - at + stride - 1) / stride * stride;
    for (; at <= std::min(last, target.high); at += stride)
        result.push_back(static_cast<uint64_t>(at));
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

Pointees PointerAnalysis::sum(const Pointees& a, const Pointees& b, bool minus,
                              unsigned width) const {
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
                if (x.bounded() && y.bounded()) {
                    const __int128 low = minus ? -__int128{y.highest()} : __int128{y.lowest()};
                    const __int128 high = minus ? -__int128{y.lowest()} : __int128{y.highest()};
                    bound(t, x.lowest() + low, x.highest() + high, width);
                }
            }
            result.add(t);
        }
    return result;
}

Pointees PointerAnalysis::product(const Pointees& a, uint64_t factor, unsigned width) const {
    Pointees result;
    for (const Pointee& x : a.list) {
        Pointee t{no_object, static_cast<int64_t>(static_cast<uint64_t>(x.offset) * factor),
                  x.object == no_object ? x.stride * factor : factor};
        if (x.object == no_object && x.bounded() && factor <= UINT32_MAX)
            bound(t, __int128{x.lowest()} * factor, __int128{x.highest()} * factor, width);
        result.add(t);
    }
    if (a.unknown) result.add({no_object, 0, factor});
    return result;
}

/// A number that is read as unsigned: not negative, congruent if the stride divides its range.
Pointees PointerAnalysis::zero_extended(const ExprNode& node) const {
    const unsigned width = exprs_.width(node.a);
    if (width >= 63) return memo_.at(node.a.index);
    const int64_t top = static_cast<int64_t>((uint64_t{1} << width) - 1);
    if (width < 32) return number_between(0, top);
    const Pointees& narrow = memo_.at(node.a.index);
    Pointees result;
    result.unknown = narrow.unknown;
    for (Pointee t : narrow.list) {
        if (t.object == no_object && t.lowest() < 0) {
            const bool exact = t.stride == 0;
            const bool kept = !exact && std::has_single_bit(t.stride);
            t = exact ? Pointee{no_object, t.offset & top, 0}
                      : Pointee{no_object, kept ? t.offset : 0, kept ? t.stride : 1, 0, top};
        }
        result.add(t);
    }
    return result;
}

/// No part of it is an address.
bool PointerAnalysis::is_number(Expr e) const {
    const auto found = memo_.find(e.index);
    return found != memo_.end() && !found->second.unknown &&
           std::ranges::all_of(found->second.list,
                               [](const Pointee& t) { return t.object == no_object; });
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
            return sum(memo(node.a), memo(node.b), node.op == Op::Sub, node.width);
        case Op::Mul:
        case Op::Shl: {
            if (node.width < 32 || !exprs_.is_const(node.b)) break;
            const uint64_t imm = exprs_.node(node.b).imm;
            if (node.op == Op::Shl && imm > 31) return number;
            const uint64_t factor = node.op == Op::Shl ? uint64_t{1} << imm : imm;
            return product(memo(node.a), factor, node.width);
        }
        case Op::ZExt:
            return zero_extended(node);
        case Op::SExt:
            if (exprs_.width(node.a) < 32) return number;
            return memo(node.a);
        case Op::And:
        case Op::SRem:
        case Op::URem: {
            if (node.width < 32 || !exprs_.is_const(node.b) || !is_number(node.a)) break;
            const uint64_t imm = exprs_.node(node.b).imm;
            if (imm == 0 || imm > INT32_MAX) break;
            const auto top = static_cast<int64_t>(node.op == Op::And ? imm : imm - 1);
            return number_between(node.op == Op::SRem ? -top : 0, top);
        }
        default:
            break;
    }
    return node.width >= 32 ? blurred(node) : number;
}

}  // namespace fencepost::frontend::llvm_ir
