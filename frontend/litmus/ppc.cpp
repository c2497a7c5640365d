// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// POWER instructions: one table row each, then what the rows mean. The reading is
// herd7's, which the expected answers were computed with:
//  - registers and memory hold 64 bits and loads and stores move all of them, whatever
//    their width; only lwa and lwax sign-extend a word;
//  - r0 as first address operand of an indexed access, or as source of addi and addis, is
//    the constant 0; as base of `lwz r1,0(r0)` it is the register;
//  - compares are signed 64-bit compares; only cr0 can be branched on, so compares into
//    another field do nothing;
//  - stwcx. succeeds at will if its reservation is alive and on its address. Its cr0
//    depends on its registers and on the address registers of the lwarx, not on the read.
#include <fmt/format.h>

#include <unordered_map>

#include "frontend/litmus/machine.h"
#include "frontend/litmus/ppc_table.h"

namespace fencepost::frontend::litmus {

namespace {

using ir::Expr;
using ir::Op;

class Ppc final : public InstructionSet {
  public:
    uint32_t register_count() const override { return 32; }
    uint32_t find_register(std::string_view name) const override;
    std::string register_name(uint32_t r) const override { return fmt::format("r{}", r); }
    uint32_t first_free_register() const override { return 1; }  // r0 is often 0

    Instruction decode(Cursor& cursor, Registers& registers, Symbols&) const override;
    void execute(const Instruction& i, State& state, Emitter& emit) const override;
    Value condition(const Instruction& i, const State& state, Emitter& emit) const override;

  private:
    void decode_operands(const PpcRow& row, Instruction& i, Cursor& cursor,
                         Registers& registers) const;
};

uint32_t Ppc::find_register(std::string_view name) const {
    if (name.size() < 2 || name.size() > 3 || (name[0] != 'r' && name[0] != 'R')) return UINT32_MAX;
    uint32_t number = 0;
    for (char c : name.substr(1)) {
        if (c < '0' || c > '9') return UINT32_MAX;
        number = 10 * number + static_cast<uint32_t>(c - '0');
    }
    return number < 32 && (name.size() == 2 || name[1] != '0') ? number : UINT32_MAX;
}

const PpcRow* find_row(std::string_view mnemonic) {
    static const auto rows = [] {
        std::unordered_map<std::string_view, const PpcRow*> index;
        for (const PpcRow& row : ppc_table) index.emplace(row.mnemonic, &row);
        return index;
    }();
    const auto found = rows.find(mnemonic);
    return found == rows.end() ? nullptr : found->second;
}

Instruction Ppc::decode(Cursor& cursor, Registers& registers, Symbols&) const {
    const Token& token = cursor.expect(TokenKind::Name, "an instruction");
    const PpcRow* row = find_row(token.text);
    if (!row) cursor.fail(token, fmt::format("unknown instruction `{}`", token.text));
    Instruction i;
    i.row = static_cast<uint16_t>(row - ppc_table);
    i.token = token;
    decode_operands(*row, i, cursor, registers);
    return i;
}

/// Walks the row's shape: r register, 0 register or literal 0, i immediate,
/// L label, c optional condition field, m `d(rA)` or `d,rA`.
void Ppc::decode_operands(const PpcRow& row, Instruction& i, Cursor& cursor,
                          Registers& registers) const {
    size_t count = 0;
    const auto add = [&](Operand::Kind kind, uint64_t value) {
        i.operands[count++] = {kind, value};
    };
    const auto add_register = [&] {
        add(Operand::Kind::Register, parse_register(cursor, registers));
    };
    i.flow = row.flow;
    for (char c : row.shape) {
        if (count > 0 && c != 'c') cursor.expect(TokenKind::Comma, "`,`");
        if (c == 'r') {
            add_register();
        } else if (c == '0') {
            if (cursor.at(TokenKind::Number) && cursor.peek().value == 0)
                add(Operand::Kind::Register, cursor.next().value);
            else
                add_register();
        } else if (c == 'i') {
            add(Operand::Kind::Immediate,
                cursor.expect(TokenKind::Number, "an immediate number").value);
        } else if (c == 'L') {
            i.label = cursor.expect(TokenKind::Name, "a label").text;
        } else if (c == 'c') {
            uint64_t field = 0;
            const std::string_view name = cursor.peek().text;
            if (cursor.at(TokenKind::Name) && name.size() == 3 && name.starts_with("cr") &&
                name[2] >= '0' && name[2] <= '7') {
                field = static_cast<uint64_t>(cursor.next().text[2] - '0');
                cursor.expect(TokenKind::Comma, "`,`");
            }
            i.operands[4] = {Operand::Kind::Immediate, field};
        } else {
            add(Operand::Kind::Immediate, cursor.expect(TokenKind::Number, "an offset").value);
            const bool open = cursor.accept(TokenKind::LeftParen);
            if (!open) cursor.expect(TokenKind::Comma, "`(` or `,`");
            add_register();
            if (open) cursor.expect(TokenKind::RightParen, "`)`");
        }
    }
}

/// One instruction at work.
class Execution {
  public:
    Execution(const Instruction& i, State& state, Emitter& emit)
        : row_(ppc_table[i.row]), i_(i), state_(state), emit_(emit), pool_(emit.exprs()) {}

    void run();

  private:
    Value& reg(size_t operand) {
        return state_.reg(static_cast<uint32_t>(i_.operands[operand].value));
    }
    Value constant(uint64_t value) { return {emit_.constant(value), {}}; }
    Value imm(size_t operand) { return constant(i_.operands[operand].value); }
    Value shifted_imm(size_t operand) { return constant(i_.operands[operand].value << 16); }
    Value reg_or_zero(size_t operand) {
        return i_.operands[operand].value == 0 ? constant(0) : reg(operand);
    }
    Value with(Value source, Expr result) { return {result, source.deps}; }
    Expr low_word(Value v) { return pool_.extract(v.expr, 0, 32); }

    Value address();
    void set_flags(Value a, Value b, bool is_signed);
    void result(Value v);
    Value shift_word();
    Value rotate(bool insert);
    void load();
    void store();
    void store_conditional();

    const PpcRow& row_;
    const Instruction& i_;
    State& state_;
    Emitter& emit_;
    ir::ExprPool& pool_;
};

/// Operands 1 and 2 of an access: offset and base, or two registers.
Value Execution::address() {
    if (i_.operands[1].kind == Operand::Kind::Immediate) return emit_.make(Op::Add, reg(2), imm(1));
    return emit_.make(Op::Add, reg_or_zero(1), reg(2));
}

void Execution::set_flags(Value a, Value b, bool is_signed) {
    const ir::DepSet deps = emit_.unite(a.deps, b.deps);
    const Op less = is_signed ? Op::Slt : Op::Ult;
    state_.slots[Less] = {pool_.make(less, a.expr, b.expr), deps};
    state_.slots[Greater] = {pool_.make(less, b.expr, a.expr), deps};
    state_.slots[Equal] = {pool_.make(Op::Eq, a.expr, b.expr), deps};
}

void Execution::result(Value v) {
    reg(0) = v;
    if (row_.record) set_flags(v, constant(0), true);
}

Value Execution::shift_word() {
    const Expr shifted =
        pool_.make(row_.op, low_word(reg(1)), pool_.constant(32, i_.operands[2].value & 31));
    return with(reg(1), row_.op == Op::AShr ? pool_.sext(shifted, 64) : pool_.zext(shifted, 64));
}

/// rlwinm, rlwimi rA,rS,shift,begin,end; bit 0 is the highest of the word.
Value Execution::rotate(bool insert) {
    const unsigned shift = i_.operands[2].value & 31;
    const auto begin = static_cast<uint32_t>(i_.operands[3].value & 31);
    const auto end = static_cast<uint32_t>(i_.operands[4].value & 31);
    const uint32_t from_begin = UINT32_MAX >> begin;
    const uint32_t to_end = UINT32_MAX << (31 - end);
    const uint32_t bits = begin <= end ? from_begin & to_end : from_begin | to_end;
    Expr word = low_word(reg(1));
    if (shift != 0)
        word = pool_.make(Op::Or, pool_.make(Op::Shl, word, pool_.constant(32, shift)),
                          pool_.make(Op::LShr, word, pool_.constant(32, 32 - shift)));
    const Value rotated = with(reg(1), pool_.zext(word, 64));
    const Value taken = emit_.make(Op::And, rotated, constant(bits));
    if (!insert) return taken;
    return emit_.make(Op::Or, taken, emit_.make(Op::And, reg(0), constant(~uint64_t{bits})));
}

void Execution::load() {
    const Value where = address();
    const bool reserve = row_.action == PpcAction::LoadReserve;
    const auto [event, loaded] = emit_.load(where, reserve);
    if (reserve) {
        state_.slots[Reserved] = {pool_.bool_const(true), where.deps};
        state_.slots[ReservedAddress] = where;
        state_.reserving_reads = loaded.deps;
    }
    if (row_.action == PpcAction::LoadUpdate && i_.operands[2].value != 0) reg(2) = where;
    reg(0) = row_.action == PpcAction::LoadSigned ? with(loaded, pool_.sext(low_word(loaded), 64))
                                                  : loaded;
}

void Execution::store() {
    const Value where = address();
    emit_.store(where, reg(0));
    if (row_.action == PpcAction::StoreUpdate && i_.operands[2].value != 0) reg(2) = where;
}

void Execution::store_conditional() {
    const Value where = address();
    const Value stored = reg(0);
    const Value reserved = state_.slots[Reserved];
    const Value reserved_address = state_.slots[ReservedAddress];
    const ir::DepSet reservation = emit_.unite(reserved.deps, reserved_address.deps);
    const ir::DepSet inputs = emit_.unite(emit_.unite(stored.deps, where.deps), reservation);

    Expr success =
        pool_.conjunction(reserved.expr, pool_.make(Op::Eq, reserved_address.expr, where.expr));
    if (!pool_.is_false(success)) {
        success = pool_.conjunction(emit_.fresh_input("stwcx."), success);
        emit_.store_if(success, where, {stored.expr, emit_.unite(stored.deps, reservation)},
                       state_.reserving_reads);
    }
    state_.slots[Less] = state_.slots[Greater] = {pool_.bool_const(false), inputs};
    state_.slots[Equal] = {success, inputs};
    state_.slots[Reserved] = {pool_.bool_const(false), inputs};
    state_.reserving_reads = {};
}

void Execution::run() {
    switch (row_.action) {
        case PpcAction::Nothing:
            return;
        case PpcAction::Registers:
            return result(emit_.make(row_.op, reg(1), reg(2)));
        case PpcAction::SubtractFrom:
            return result(emit_.make(Op::Sub, reg(2), reg(1)));
        case PpcAction::Nor: {
            const Value both = emit_.make(Op::Or, reg(1), reg(2));
            return result(with(both, pool_.make(Op::Not, both.expr)));
        }
        case PpcAction::Immediate:
            return result(emit_.make(row_.op, reg(1), imm(2)));
        case PpcAction::AddImmediate:
            return result(emit_.make(row_.op, reg_or_zero(1), imm(2)));
        case PpcAction::AddShifted:
            return result(emit_.make(Op::Add, reg_or_zero(1), shifted_imm(2)));
        case PpcAction::LoadImmediate:
            return result(imm(1));
        case PpcAction::LoadShifted:
            return result(shifted_imm(1));
        case PpcAction::Move:
            return result(reg(1));
        case PpcAction::Negate:
            return result(with(reg(1), pool_.make(Op::Neg, reg(1).expr)));
        case PpcAction::SignExtendWord:
            return result(with(reg(1), pool_.sext(low_word(reg(1)), 64)));
        case PpcAction::ClearLeft:
            return result(
                emit_.make(Op::And, reg(1), constant(~uint64_t{0} >> (i_.operands[2].value & 63))));
        case PpcAction::ShiftWord:
            return result(shift_word());
        case PpcAction::RotateMask:
            return result(rotate(false));
        case PpcAction::RotateInsert:
            return result(rotate(true));
        case PpcAction::Compare:
        case PpcAction::CompareUnsigned: {
            if (i_.operands[4].value != 0) return;
            const bool immediate = i_.operands[1].kind == Operand::Kind::Immediate;
            return set_flags(reg(0), immediate ? imm(1) : reg(1),
                             row_.action == PpcAction::Compare);
        }
        case PpcAction::MoveFromCr: {
            const Value* flags = state_.slots.data();
            const Expr bits =
                pool_.concat(pool_.concat(flags[Less].expr, flags[Greater].expr),
                             pool_.concat(flags[Equal].expr, pool_.bool_const(false)));
            return result(with(flags[Equal], pool_.zext(bits, 64)));
        }
        case PpcAction::Load:
        case PpcAction::LoadSigned:
        case PpcAction::LoadUpdate:
        case PpcAction::LoadReserve:
            return load();
        case PpcAction::Store:
        case PpcAction::StoreUpdate:
            return store();
        case PpcAction::StoreConditional:
            return store_conditional();
        case PpcAction::Fence:
            return emit_.fence(row_.fence);
        case PpcAction::BranchIf:
        case PpcAction::BranchUnless:
            return;
    }
}

void Ppc::execute(const Instruction& i, State& state, Emitter& emit) const {
    Execution(i, state, emit).run();
}

Value Ppc::condition(const Instruction& i, const State& state, Emitter& emit) const {
    const PpcRow& row = ppc_table[i.row];
    const Value flag = state.slots[row.flag];
    if (row.action == PpcAction::BranchIf) return flag;
    return {emit.exprs().negation(flag.expr), flag.deps};
}

}  // namespace

std::unique_ptr<InstructionSet> make_ppc() { return std::make_unique<Ppc>(); }

}  // namespace fencepost::frontend::litmus
