// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// The meaning of operators (SMT-LIB's QF_BV, see ir/op.def) and a memoising evaluator.
// Changing a leaf advances an epoch instead of clearing the memo, so an enumerator may
// try thousands of assignments without touching memory it does not use. Terms may be deep
// (an unrolled loop), hence an explicit stack.
#include "ir/evaluate.h"

#include <algorithm>

#include "ir/check.h"

namespace fencepost::ir {

namespace {

uint64_t signed_division(uint64_t a, uint64_t b, unsigned width) {
    const int64_t x = to_signed(a, width);
    const int64_t y = to_signed(b, width);
    if (y == 0) return x < 0 ? 1 : mask(width);
    if (y == -1) return 0 - a;  // the quotient of the smallest number overflows to itself
    return static_cast<uint64_t>(x / y);
}

uint64_t signed_remainder(uint64_t a, uint64_t b, unsigned width) {
    const int64_t x = to_signed(a, width);
    const int64_t y = to_signed(b, width);
    if (y == 0) return a;
    if (y == -1) return 0;
    return static_cast<uint64_t>(x % y);
}

uint64_t arithmetic_shift(uint64_t a, uint64_t by, unsigned width) {
    const uint64_t distance = std::min<uint64_t>(by, width - 1);
    return static_cast<uint64_t>(to_signed(a, width) >> distance);
}

}  // namespace

uint64_t apply(const ExprPool& pool, const ExprNode& node, uint64_t a, uint64_t b, uint64_t c) {
    const unsigned width = node.width;
    const unsigned operand = node.a.valid() ? pool.width(node.a) : width;
    const auto result = [&]() -> uint64_t {
        switch (node.op) {
            case Op::Const:
                return node.imm;
            case Op::Input:
            case Op::Read:
            case Op::Final:
                break;
            case Op::Not:
                return ~a;
            case Op::Neg:
                return 0 - a;
            case Op::And:
                return a & b;
            case Op::Or:
                return a | b;
            case Op::Xor:
                return a ^ b;
            case Op::Add:
                return a + b;
            case Op::Sub:
                return a - b;
            case Op::Mul:
                return a * b;
            case Op::UDiv:
                return b == 0 ? mask(width) : a / b;
            case Op::SDiv:
                return signed_division(a, b, width);
            case Op::URem:
                return b == 0 ? a : a % b;
            case Op::SRem:
                return signed_remainder(a, b, width);
            case Op::Shl:
                return b >= width ? 0 : a << b;
            case Op::LShr:
                return b >= width ? 0 : a >> b;
            case Op::AShr:
                return arithmetic_shift(a, b, width);
            case Op::Eq:
                return a == b;
            case Op::Ult:
                return a < b;
            case Op::Ule:
                return a <= b;
            case Op::Slt:
                return to_signed(a, operand) < to_signed(b, operand);
            case Op::Sle:
                return to_signed(a, operand) <= to_signed(b, operand);
            case Op::Ite:
                return a != 0 ? b : c;
            case Op::Extract:
                return a >> node.imm;
            case Op::Concat:
                return (a << pool.width(node.b)) | b;
            case Op::ZExt:
                return a;
            case Op::SExt:
                return static_cast<uint64_t>(to_signed(a, operand));
        }
        CHECK(false, "apply is for constants and operators");
        return 0;
    }();
    return result & mask(width);
}

Evaluator::Evaluator(const ExprPool& pool) : pool_(pool) {}

namespace {
void assign(std::vector<std::optional<uint64_t>>& leaves, uint32_t index,
            std::optional<uint64_t> value) {
    if (index >= leaves.size()) leaves.resize(index + 1);
    leaves[index] = value;
}
}  // namespace

void Evaluator::set_input(uint32_t input, std::optional<uint64_t> value) {
    assign(inputs_, input, value);
    ++epoch_;
}

void Evaluator::set_read(uint32_t event, std::optional<uint64_t> value) {
    assign(reads_, event, value);
    ++epoch_;
}

void Evaluator::set_final(uint64_t address, std::optional<uint64_t> value) {
    std::erase_if(finals_, [&](const auto& entry) { return entry.first == address; });
    if (value) finals_.emplace_back(address, *value);
    ++epoch_;
}

void Evaluator::clear() {
    inputs_.clear();
    reads_.clear();
    finals_.clear();
    ++epoch_;
}

std::optional<uint64_t> Evaluator::leaf(const ExprNode& node) const {
    std::optional<uint64_t> value;
    if (node.op == Op::Input && node.imm < inputs_.size()) value = inputs_[node.imm];
    if (node.op == Op::Read && node.imm < reads_.size()) value = reads_[node.imm];
    if (node.op == Op::Final) {
        for (const auto& [address, content] : finals_)
            if (address == node.imm) value = content;
    }
    return value ? std::optional(*value & mask(node.width)) : std::nullopt;
}

Evaluator::Memo Evaluator::combine(const ExprNode& node) const {
    const Memo none{epoch_, State::Known, 0};
    const auto memo = [&](Expr e) -> const Memo& { return e.valid() ? memo_[e.index] : none; };
    const Memo &a = memo(node.a), &b = memo(node.b), &c = memo(node.c);
    const auto known = [](const Memo& m) { return m.state == State::Known; };
    if (known(a) && known(b) && known(c))
        return {epoch_, State::Known, apply(pool_, node, a.value, b.value, c.value)};
    if (node.op == Op::Ite && known(a)) return a.value != 0 ? b : c;
    if (node.op == Op::And || node.op == Op::Or) {
        const uint64_t absorbing = node.op == Op::And ? 0 : mask(node.width);
        for (const Memo* operand : {&a, &b})
            if (known(*operand) && operand->value == absorbing) return *operand;
    }
    return {epoch_, State::Unknown, 0};
}

const Evaluator::Memo& Evaluator::evaluate(Expr e) {
    if (memo_.size() < pool_.size()) memo_.resize(pool_.size());
    const auto done = [&](Expr x) { return !x.valid() || memo_[x.index].epoch == epoch_; };
    if (done(e)) return memo_[e.index];
    stack_.assign(1, e);
    while (!stack_.empty()) {
        const Expr top = stack_.back();
        const ExprNode& node = pool_.node(top);
        Memo& memo = memo_[top.index];
        if (arity(node.op) == 0) {
            const auto value = node.op == Op::Const ? std::optional(node.imm) : leaf(node);
            memo = {epoch_, value ? State::Known : State::Unknown, value.value_or(0)};
            stack_.pop_back();
            continue;
        }
        bool ready = true;
        for (Expr operand : {node.a, node.b, node.c}) {
            if (done(operand)) continue;
            stack_.push_back(operand);
            ready = false;
        }
        if (!ready) continue;
        memo = combine(node);
        stack_.pop_back();
    }
    return memo_[e.index];
}

std::optional<uint64_t> Evaluator::value(Expr e) {
    const ExprNode& node = pool_.node(e);
    if (node.op == Op::Const) return node.imm;
    const Memo& memo = evaluate(e);
    return memo.state == State::Known ? std::optional(memo.value) : std::nullopt;
}

uint64_t Evaluator::get(Expr e) {
    const auto result = value(e);
    CHECK(result.has_value(), "every leaf of an evaluated term should have a value");
    return *result;
}

}  // namespace fencepost::ir
