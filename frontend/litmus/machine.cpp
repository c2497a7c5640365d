// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
#include "frontend/litmus/machine.h"

#include <fmt/format.h>

#include <algorithm>

namespace fencepost::frontend::litmus {

namespace {
constexpr uint32_t max_events = 10'000;
}

uint32_t Symbols::intern(std::string_view name) {
    const auto [entry, fresh] = index_.try_emplace(name, static_cast<uint32_t>(names_.size()));
    if (fresh) names_.push_back(name);
    return entry->second;
}

void Symbols::place(const std::vector<Token>& tokens) {
    // Below 2^31, so that an address survives the cut to `int` in final states.
    for (uint64_t shift = 0; shift < 64; ++shift) {
        base_ = 0x4000'0000 + shift * 0x40'0000;
        const uint64_t end = address(static_cast<uint32_t>(names_.size()));
        const bool clash = std::any_of(tokens.begin(), tokens.end(), [&](const Token& token) {
            if (token.kind != TokenKind::Number) return false;
            const auto inside = [&](uint64_t v) { return v >= base_ && v < end; };
            return inside(token.value) || inside(token.value << 16);  // lis, addis
        });
        if (!clash) return;
    }
}

bool Symbols::is_location(uint64_t address) const {
    return address >= base_ && (address - base_) % spacing == 0 &&
           (address - base_) / spacing < names_.size();
}

uint32_t Registers::find_symbolic(std::string_view name) const {
    const auto found = std::find(symbolic.begin(), symbolic.end(), name);
    return found == symbolic.end() ? UINT32_MAX
                                   : fixed + static_cast<uint32_t>(found - symbolic.begin());
}

uint32_t Registers::intern_symbolic(std::string_view name) {
    if (const uint32_t known = find_symbolic(name); known != UINT32_MAX) return known;
    symbolic.push_back(name);
    return count() - 1;
}

void Emitter::at(const Token& token, ir::Expr guard) {
    token_ = token;
    guard_ = guard;
}

void Emitter::fail(const std::string& message) const {
    throw ir::InputError({file_, token_.line, token_.column}, message);
}

void Emitter::count_event() {
    if (++events_ > max_events)
        fail(fmt::format("too many events after unrolling, expected at most {}", max_events));
}

Value Emitter::make(ir::Op op, Value a, Value b) {
    return {exprs().make(op, a.expr, b.expr), unite(a.deps, b.deps)};
}

ir::Access Emitter::access(ir::Expr guard, const Value& address, bool exclusive) const {
    const ir::ExprNode& node = builder_.exprs().node(address.expr);
    if (node.op == ir::Op::Const && !symbols_.is_location(node.imm))
        fail(fmt::format("access to address {}, expected the address of a location",
                         static_cast<int64_t>(node.imm)));
    return {.guard = guard,
            .address = address.expr,
            .exclusive = exclusive,
            .addr = address.deps,
            .location = location()};
}

Emitter::Loaded Emitter::load(Value address, bool exclusive) {
    count_event();
    const ir::EventId event = builder_.read(thread_, access(guard_, address, exclusive));
    return {event, {builder_.value_of(event), reads(event)}};
}

void Emitter::store(Value address, Value value, bool exclusive, ir::DepSet rmw) {
    count_event();
    stored_.push_back(value.expr);
    builder_.write(thread_, access(guard_, address, exclusive), value.expr, value.deps, rmw);
}

void Emitter::store_if(ir::Expr condition, Value address, Value value, ir::DepSet rmw) {
    count_event();
    stored_.push_back(value.expr);
    const ir::Expr guard = exprs().conjunction(guard_, condition);
    builder_.write(thread_, access(guard, address, true), value.expr, value.deps, rmw);
}

void Emitter::fence(ir::FenceKind kind) {
    count_event();
    builder_.fence(thread_, kind, guard_, location());
}

void Emitter::branch(Value condition) {
    count_event();
    builder_.branch(thread_, guard_, condition.expr, condition.deps, location());
}

ir::Expr Emitter::fresh_input(std::string_view what) {
    return builder_.add_input(fmt::format("P{}:{}:{}", thread_, what, token_.line), 1);
}

uint32_t InstructionSet::parse_register(Cursor& cursor, Registers& registers) const {
    if (cursor.at(TokenKind::SymbolicRegister))
        return registers.intern_symbolic(cursor.next().text);
    if (!cursor.at(TokenKind::Name)) cursor.unexpected("a register");
    const uint32_t found = find_register(cursor.peek().text);
    if (found == UINT32_MAX) cursor.unexpected("a register");
    cursor.next();
    registers.named.insert(found);
    return found;
}

}  // namespace fencepost::frontend::litmus
