// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// What an instruction set and the lowering share: decoded instructions, the state of a
// thread on one control path, and the operations by which an instruction acts.
//
// Every value carries the reads it was computed from, so dependencies follow the code
// and not the folded terms: `xor r3,r1,r1` is the constant 0 with r1's dependencies.
#pragma once

#include <array>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "frontend/litmus/cursor.h"
#include "ir/builder.h"

namespace fencepost::frontend::litmus {

struct Value {
    ir::Expr expr;
    ir::DepSet deps;

    bool operator==(const Value&) const = default;
};

/// Slots of a thread's state before its registers.
enum Slot : uint32_t {
    // Condition code: three bits on PPC, Equal is the zero flag on X86.
    Less,
    Greater,
    Equal,
    // lwarx: is there a reservation, and on which address?
    Reserved,
    ReservedAddress,
    first_register,
};

struct State {
    /// Register r is slot first_register + r.
    std::vector<Value> slots;
    /// The reads that made the reservation.
    ir::DepSet reserving_reads;

    Value& reg(uint32_t r) { return slots[first_register + r]; }
};

/// Locations get their addresses before code is lowered.
class Symbols {
  public:
    uint32_t intern(std::string_view name);
    const std::vector<std::string_view>& names() const { return names_; }

    /// Addresses that no number written in the test can be mistaken for.
    void place(const std::vector<Token>& tokens);
    uint64_t address(uint32_t symbol) const { return base_ + uint64_t{spacing} * symbol; }
    uint32_t index(std::string_view name) const { return index_.at(name); }
    uint64_t address(std::string_view name) const { return address(index(name)); }
    bool is_location(uint64_t address) const;

  private:
    static constexpr uint64_t spacing = 0x1000;

    std::vector<std::string_view> names_;
    std::unordered_map<std::string_view, uint32_t> index_;
    uint64_t base_ = 0;
};

struct Operand {
    enum class Kind : uint8_t { None, Register, Immediate, MemoryAtRegister, MemoryAtSymbol };

    Kind kind = Kind::None;
    /// Register, immediate or symbol.
    uint64_t value = 0;
};

enum class Flow : uint8_t { Next, Jump, Branch, Stop };

struct Instruction {
    /// Row of the instruction set's table.
    uint16_t row = 0;
    Flow flow = Flow::Next;
    bool locked = false;
    /// Jump and branch.
    std::string_view label;
    uint32_t target = 0;
    std::array<Operand, 5> operands;
    Token token;
};

/// Registers of one thread: the architecture's, then symbolic ones in order of use.
class Registers {
  public:
    uint32_t fixed = 0;
    std::vector<std::string_view> symbolic;
    /// The architecture's registers that code, initial state or condition name.
    std::set<uint32_t> named;

    uint32_t intern_symbolic(std::string_view name);
    /// UINT32_MAX: the code does not use it.
    uint32_t find_symbolic(std::string_view name) const;
    uint32_t count() const { return fixed + static_cast<uint32_t>(symbolic.size()); }
};

/// Events of the thread that is being lowered, under the guard of the current path.
class Emitter {
  public:
    Emitter(ir::Builder& builder, const Symbols& symbols, const std::string& file)
        : builder_(builder), symbols_(symbols), file_(file) {}

    void start_thread(ir::ThreadId thread) { thread_ = thread; }
    void at(const Token& token, ir::Expr guard);

    ir::ExprPool& exprs() { return builder_.exprs(); }
    ir::Expr constant(uint64_t value) { return exprs().constant(64, value); }
    uint64_t address(uint32_t symbol) const { return symbols_.address(symbol); }

    /// op on values; dependencies of both operands.
    Value make(ir::Op op, Value a, Value b);
    ir::DepSet unite(ir::DepSet a, ir::DepSet b) { return builder_.deps().unite(exprs(), a, b); }
    ir::DepSet reads(ir::EventId read) { return builder_.deps().single(exprs(), read); }

    /// Event and what it loads; the value depends on nothing but this read.
    struct Loaded {
        ir::EventId event;
        Value value;
    };
    Loaded load(Value address, bool exclusive = false);
    void store(Value address, Value value, bool exclusive = false, ir::DepSet rmw = {});
    /// A store that happens only if `condition` does.
    void store_if(ir::Expr condition, Value address, Value value, ir::DepSet rmw);
    void fence(ir::FenceKind kind);
    void branch(Value condition);
    ir::Expr fresh_input(std::string_view what);

    /// The values of all stores so far.
    const std::vector<ir::Expr>& stored() const { return stored_; }
    ir::SourceLocation location() const { return {0, token_.line, token_.column}; }
    [[noreturn]] void fail(const std::string& message) const;

  private:
    ir::Access access(ir::Expr guard, const Value& address, bool exclusive) const;
    void count_event();

    ir::Builder& builder_;
    const Symbols& symbols_;
    const std::string& file_;
    ir::ThreadId thread_ = 0;
    Token token_;
    ir::Expr guard_;
    std::vector<ir::Expr> stored_;
    uint32_t events_ = 0;
};

/// PPC or X86.
class InstructionSet {
  public:
    virtual ~InstructionSet() = default;

    virtual uint32_t register_count() const = 0;
    /// UINT32_MAX: no such register.
    virtual uint32_t find_register(std::string_view name) const = 0;
    virtual std::string register_name(uint32_t r) const = 0;
    /// The first register that may stand for a symbolic one.
    virtual uint32_t first_free_register() const = 0;

    /// Reads one instruction and stops behind its last token.
    virtual Instruction decode(Cursor& cursor, Registers& registers, Symbols& symbols) const = 0;
    virtual void execute(const Instruction& instruction, State& state, Emitter& emit) const = 0;
    /// Of a Branch: when it jumps.
    virtual Value condition(const Instruction& instruction, const State& state,
                            Emitter& emit) const = 0;

  protected:
    /// `r3` or `%x`.
    uint32_t parse_register(Cursor& cursor, Registers& registers) const;
};

std::unique_ptr<InstructionSet> make_ppc();
std::unique_ptr<InstructionSet> make_x86();

}  // namespace fencepost::frontend::litmus
