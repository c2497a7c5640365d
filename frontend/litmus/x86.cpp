// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// X86 instructions in Intel operand order, as herd7 has them: no widths (MOVB to MOVQ are
// MOV), exchange with memory is always locked, arithmetic on memory is a read and a write
// that are one atomic access only behind LOCK. The zero flag is the only one that a jump
// can see; the carry is never set, so SETNB writes 1.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

#include "frontend/litmus/machine.h"

namespace fencepost::frontend::litmus {

namespace {

using ir::Op;

enum class Action : uint8_t { Move, Exchange, Arithmetic, Step, Compare, SetOne, Fence, Jump };

struct Row {
    std::string_view mnemonic;
    /// d register or memory, s the same or an immediate, L label.
    std::string_view shape;
    Action action;
    Op op = Op::Const;
    ir::FenceKind fence = ir::FenceKind::Mfence;
    Flow flow = Flow::Next;
    bool jump_if_equal = true;
    bool may_lock = false;
};

constexpr Row table[] = {
    {"MOV", "ds", Action::Move},
    {"MOVB", "ds", Action::Move},
    {"MOVW", "ds", Action::Move},
    {"MOVL", "ds", Action::Move},
    {"MOVQ", "ds", Action::Move},
    {.mnemonic = "XCHG", .shape = "dd", .action = Action::Exchange, .may_lock = true},
    {.mnemonic = "ADD",
     .shape = "ds",
     .action = Action::Arithmetic,
     .op = Op::Add,
     .may_lock = true},
    {.mnemonic = "OR", .shape = "ds", .action = Action::Arithmetic, .op = Op::Or, .may_lock = true},
    {.mnemonic = "XOR",
     .shape = "ds",
     .action = Action::Arithmetic,
     .op = Op::Xor,
     .may_lock = true},
    {.mnemonic = "INC", .shape = "d", .action = Action::Step, .op = Op::Add, .may_lock = true},
    {.mnemonic = "DEC", .shape = "d", .action = Action::Step, .op = Op::Sub, .may_lock = true},
    {"CMP", "ds", Action::Compare},
    {"SETNB", "d", Action::SetOne},
    {.mnemonic = "MFENCE", .shape = "", .action = Action::Fence, .fence = ir::FenceKind::Mfence},
    {.mnemonic = "LFENCE", .shape = "", .action = Action::Fence, .fence = ir::FenceKind::Lfence},
    {.mnemonic = "SFENCE", .shape = "", .action = Action::Fence, .fence = ir::FenceKind::Sfence},
    {.mnemonic = "JMP", .shape = "L", .action = Action::Jump, .flow = Flow::Jump},
    {.mnemonic = "JE", .shape = "L", .action = Action::Jump, .flow = Flow::Branch},
    {.mnemonic = "JNE",
     .shape = "L",
     .action = Action::Jump,
     .flow = Flow::Branch,
     .jump_if_equal = false},
};

constexpr std::string_view register_names[] = {"EAX", "EBX", "ECX", "EDX", "ESI",
                                               "EDI", "EBP", "ESP", "EIP"};

std::string upper_case(std::string_view text) {
    std::string result(text);
    for (char& c : result)
        if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
    return result;
}

class X86 final : public InstructionSet {
  public:
    uint32_t register_count() const override { return std::size(register_names); }
    uint32_t find_register(std::string_view name) const override;
    std::string register_name(uint32_t r) const override { return std::string(register_names[r]); }
    uint32_t first_free_register() const override { return 0; }

    Instruction decode(Cursor& cursor, Registers& registers, Symbols& symbols) const override;
    void execute(const Instruction& i, State& state, Emitter& emit) const override;
    Value condition(const Instruction& i, const State& state, Emitter& emit) const override;

  private:
    Operand decode_operand(Cursor& cursor, Registers& registers, Symbols& symbols,
                           bool immediate) const;
};

/// EAX, eax and RAX are one register.
uint32_t X86::find_register(std::string_view name) const {
    if (name.size() != 3) return UINT32_MAX;
    std::string upper = upper_case(name);
    if (upper[0] == 'R') upper[0] = 'E';
    for (uint32_t r = 0; r < std::size(register_names); ++r)
        if (register_names[r] == upper) return r;
    return UINT32_MAX;
}

Operand X86::decode_operand(Cursor& cursor, Registers& registers, Symbols& symbols,
                            bool immediate) const {
    if (immediate && cursor.at(TokenKind::Number))
        return {Operand::Kind::Immediate, cursor.next().value};
    const bool bracket = cursor.at(TokenKind::LeftBracket);
    if (!bracket && !cursor.at(TokenKind::LeftParen)) {
        const bool is_register =
            cursor.at(TokenKind::SymbolicRegister) ||
            (cursor.at(TokenKind::Name) && find_register(cursor.peek().text) != UINT32_MAX);
        if (!is_register)
            cursor.unexpected(immediate ? "a register, [location] or number"
                                        : "a register or [location]");
        return {Operand::Kind::Register, parse_register(cursor, registers)};
    }
    cursor.next();
    Operand result{Operand::Kind::MemoryAtRegister, 0};
    if (bracket && cursor.at(TokenKind::Name) && find_register(cursor.peek().text) == UINT32_MAX)
        result = {Operand::Kind::MemoryAtSymbol, symbols.intern(cursor.next().text)};
    else
        result.value = parse_register(cursor, registers);
    cursor.expect(bracket ? TokenKind::RightBracket : TokenKind::RightParen,
                  bracket ? "`]`" : "`)`");
    return result;
}

bool is_memory(const Operand& operand) {
    return operand.kind == Operand::Kind::MemoryAtRegister ||
           operand.kind == Operand::Kind::MemoryAtSymbol;
}

Instruction X86::decode(Cursor& cursor, Registers& registers, Symbols& symbols) const {
    const Token* token = &cursor.expect(TokenKind::Name, "an instruction");
    Instruction i;
    i.token = *token;
    std::string mnemonic = upper_case(token->text);
    if (mnemonic == "LOCK") {
        i.locked = true;
        cursor.accept(TokenKind::Semicolon);
        token = &cursor.expect(TokenKind::Name, "an instruction after LOCK");
        mnemonic = upper_case(token->text);
    }
    const Row* row = std::find_if(std::begin(table), std::end(table),
                                  [&](const Row& r) { return r.mnemonic == mnemonic; });
    if (row == std::end(table))
        cursor.fail(*token, fmt::format("unknown instruction `{}`", token->text));
    if (i.locked && !row->may_lock)
        cursor.fail(*token,
                    fmt::format("`{}` cannot be locked, expected XCHG, ADD, OR, XOR, INC or "
                                "DEC after LOCK",
                                token->text));
    i.row = static_cast<uint16_t>(row - table);
    i.flow = row->flow;
    size_t count = 0;
    for (char c : row->shape) {
        if (count > 0) cursor.expect(TokenKind::Comma, "`,`");
        if (c == 'L')
            i.label = cursor.expect(TokenKind::Name, "a label").text;
        else
            i.operands[count++] = decode_operand(cursor, registers, symbols, c == 's');
    }
    if (row->action == Action::Exchange && is_memory(i.operands[0]) && is_memory(i.operands[1]))
        cursor.fail(*token, "XCHG of two locations, expected a register as one operand");
    return i;
}

/// One instruction at work.
class Execution {
  public:
    Execution(const Instruction& i, State& state, Emitter& emit)
        : row_(table[i.row]), i_(i), state_(state), emit_(emit) {}

    void run() {
        switch (row_.action) {
            case Action::Move:
                return write(i_.operands[0], read(i_.operands[1]));
            case Action::Exchange:
                return exchange();
            case Action::Arithmetic:
                return update(read(i_.operands[1]));
            case Action::Step:
                return update({emit_.constant(1), {}});
            case Action::Compare: {
                const Value left = read(i_.operands[0]);
                return set_zero_flag(left, read(i_.operands[1]));
            }
            case Action::SetOne:
                return write(i_.operands[0], {emit_.constant(1), {}});
            case Action::Fence:
                return emit_.fence(row_.fence);
            case Action::Jump:
                return;
        }
    }

  private:
    Value& reg(const Operand& operand) { return state_.reg(static_cast<uint32_t>(operand.value)); }

    Value address(const Operand& operand) {
        if (operand.kind == Operand::Kind::MemoryAtRegister) return reg(operand);
        return {emit_.constant(emit_.address(static_cast<uint32_t>(operand.value))), {}};
    }

    Value read(const Operand& operand) {
        if (is_memory(operand)) return emit_.load(address(operand)).value;
        if (operand.kind == Operand::Kind::Immediate) return {emit_.constant(operand.value), {}};
        return reg(operand);
    }

    void write(const Operand& operand, Value value) {
        if (is_memory(operand))
            emit_.store(address(operand), value);
        else
            reg(operand) = value;
    }

    void exchange() {
        const bool second_is_memory = is_memory(i_.operands[1]);
        const Operand& memory = i_.operands[second_is_memory ? 1 : 0];
        const Operand& other = i_.operands[second_is_memory ? 0 : 1];
        if (!is_memory(memory)) return std::swap(reg(memory), reg(other));
        const Value where = address(memory);
        const auto [event, loaded] = emit_.load(where, true);
        emit_.store(where, reg(other), true, emit_.reads(event));
        reg(other) = loaded;
    }

    void update(Value operand) {
        const Operand& target = i_.operands[0];
        Value result;
        if (is_memory(target)) {
            const Value where = address(target);
            const auto [event, loaded] = emit_.load(where, i_.locked);
            result = emit_.make(row_.op, loaded, operand);
            emit_.store(where, result, i_.locked, i_.locked ? emit_.reads(event) : ir::DepSet{});
        } else {
            result = reg(target) = emit_.make(row_.op, reg(target), operand);
        }
        set_zero_flag(result, {emit_.constant(0), {}});
    }

    void set_zero_flag(Value a, Value b) { state_.slots[Equal] = emit_.make(Op::Eq, a, b); }

    const Row& row_;
    const Instruction& i_;
    State& state_;
    Emitter& emit_;
};

void X86::execute(const Instruction& i, State& state, Emitter& emit) const {
    Execution(i, state, emit).run();
}

Value X86::condition(const Instruction& i, const State& state, Emitter& emit) const {
    const Value flag = state.slots[Equal];
    if (table[i.row].jump_if_equal) return flag;
    return {emit.exprs().negation(flag.expr), flag.deps};
}

}  // namespace

std::unique_ptr<InstructionSet> make_x86() { return std::make_unique<X86>(); }

}  // namespace fencepost::frontend::litmus
