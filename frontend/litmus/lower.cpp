// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// The order matters in one place: all names must be known before locations get addresses,
// and addresses before the first register has a value. So code is decoded for all
// threads first, then names are collected, then threads run.
#include "frontend/litmus/lower.h"

#include <fmt/format.h>

#include <set>

#include "frontend/litmus/final_state.h"
#include "frontend/litmus/thread_lowering.h"

namespace fencepost::frontend::litmus {

namespace {

constexpr size_t max_locations = 10'000;

class Lowering {
  public:
    Lowering(const Test& test, const std::string& file, int unroll)
        : test_(test),
          file_(file),
          unroll_(unroll),
          isa_(test.architecture == "PPC" ? make_ppc() : make_x86()),
          builder_(std::string(test.name), std::string(test.architecture)),
          emit_(builder_, symbols_, file_) {
        builder_.add_file(file);
    }

    ir::Program run() {
        threads_.resize(test_.threads.size());
        for (size_t t = 0; t < threads_.size(); ++t) decode(test_.threads[t], threads_[t]);
        collect_symbols();
        for (LoweredThread& thread : threads_) clear_registers(thread);
        initialise();
        for (size_t t = 0; t < threads_.size(); ++t) {
            const ir::ThreadId id = builder_.add_thread(fmt::format("P{}", t));
            emit_.start_thread(id);
            lower_thread(threads_[t], id, *isa_, builder_, emit_, unroll_);
        }
        std::vector<ir::Expr> memory_values = emit_.stored();
        memory_values.insert(memory_values.end(), initial_values_.begin(), initial_values_.end());
        add_final_state({test_, file_, threads_, *isa_, symbols_, types_, memory_values}, builder_);
        return std::move(builder_).finish();
    }

  private:
    [[noreturn]] void fail(const Token& token, const std::string& message) const {
        throw ir::InputError({file_, token.line, token.column}, message);
    }

    void decode(const ThreadCode& source, LoweredThread& thread) {
        thread.registers.fixed = isa_->register_count();
        for (uint32_t start : source.instructions) {
            Cursor cursor(test_.tokens, file_, start);
            thread.code.push_back(isa_->decode(cursor, thread.registers, symbols_));
            if (!cursor.at(TokenKind::Pipe) && !cursor.at(TokenKind::Semicolon))
                cursor.unexpected("`|` or `;`");
        }
        if (source.labels.empty() && thread.code.empty()) return;
        std::unordered_map<std::string_view, uint32_t> labels;
        for (const Label& label : source.labels) labels.emplace(label.name, label.instruction);
        for (Instruction& instruction : thread.code) {
            if (instruction.flow != Flow::Jump && instruction.flow != Flow::Branch) continue;
            const auto found = labels.find(instruction.label);
            if (found == labels.end())
                fail(instruction.token,
                     fmt::format("no label `{}` in thread P{}", instruction.label, source.number));
            instruction.target = found->second;
        }
    }

    void collect(const Place& place) {
        if (place.kind == Place::Kind::Memory) symbols_.intern(place.name);
    }
    void collect(const Constant& constant) {
        if (!constant.location.empty()) symbols_.intern(constant.location);
    }

    void collect_symbols() {
        for (const InitialValue& initial : test_.initial) {
            collect(initial.place);
            collect(initial.value);
        }
        for (const Place& place : test_.locations) collect(place);
        for (const Proposition& node : test_.propositions) {
            if (node.kind == Proposition::Kind::Equals) {
                collect(node.left);
                collect(node.value);
            } else if (node.kind == Proposition::Kind::SameContent) {
                collect(node.left);
                collect(node.right);
            }
        }
        if (symbols_.names().size() > max_locations)
            throw ir::InputError(
                {file_, test_.header.line, 1},
                fmt::format("too many locations, expected at most {}", max_locations));
        symbols_.place(test_.tokens);
    }

    void clear_registers(LoweredThread& thread) {
        const uint32_t count = thread.registers.count();
        thread.types.resize(count);
        thread.initial.slots.assign(first_register + count, {emit_.constant(0), {}});
        for (Slot flag : {Less, Greater, Equal, Reserved})
            thread.initial.slots[flag].expr = builder_.exprs().bool_const(false);
    }

    uint64_t value_of(const Constant& constant) const {
        return constant.location.empty() ? constant.number : symbols_.address(constant.location);
    }

    void initialise() {
        const size_t count = symbols_.names().size();
        types_.resize(count);
        initial_values_.assign(count, ir::Expr{});
        for (const InitialValue& initial : test_.initial) {
            if (initial.place.kind == Place::Kind::Memory)
                initialise_memory(initial);
            else
                initialise_register(initial);
        }
        for (uint32_t symbol = 0; symbol < count; ++symbol) {
            ir::MemoryObject object{.name = std::string(symbols_.names()[symbol]),
                                    .address = symbols_.address(symbol),
                                    .size = 8,
                                    .cells = {}};
            if (initial_values_[symbol].valid())
                object.cells.push_back({.offset = 0, .size = 8, .value = initial_values_[symbol]});
            else
                initial_values_[symbol] = emit_.constant(0);
            builder_.add_object(std::move(object));
        }
    }

    void initialise_memory(const InitialValue& initial) {
        const uint32_t symbol = symbols_.index(initial.place.name);
        if (initial_values_[symbol].valid())
            fail(initial.place.token,
                 fmt::format("location `{}` is initialised twice", initial.place.name));
        if (initial.type) types_[symbol] = *initial.type;
        uint64_t value = value_of(initial.value);
        // herd cuts numbers (not addresses) to the type, without a sign.
        if (initial.value.location.empty()) value &= ir::mask(types_[symbol].width);
        initial_values_[symbol] = emit_.constant(value);
    }

    void initialise_register(const InitialValue& initial) {
        const Place& place = initial.place;
        if (place.thread && *place.thread >= threads_.size())
            fail(place.token, fmt::format("no thread P{}, expected P0 to P{}", *place.thread,
                                          threads_.size() - 1));
        for (uint32_t t = 0; t < threads_.size(); ++t) {
            if (place.thread && *place.thread != t) continue;
            LoweredThread& thread = threads_[t];
            const bool symbolic = place.kind == Place::Kind::SymbolicRegister;
            const uint32_t r = symbolic ? thread.registers.find_symbolic(place.name)
                                        : isa_->find_register(place.name);
            if (r == UINT32_MAX) {
                if (symbolic) continue;
                fail(place.token, fmt::format("unknown register `{}`", place.name));
            }
            if (!symbolic) thread.registers.named.insert(r);
            if (!initialised_.insert({t, r}).second)
                fail(place.token, fmt::format("register `{}` is initialised twice", place.name));
            thread.initial.reg(r).expr = emit_.constant(value_of(initial.value));
            if (initial.type) thread.types[r] = *initial.type;
        }
    }

    const Test& test_;
    const std::string& file_;
    const int unroll_;
    std::unique_ptr<InstructionSet> isa_;
    ir::Builder builder_;
    Symbols symbols_;
    Emitter emit_;
    std::vector<LoweredThread> threads_;
    /// Per location.
    std::vector<Type> types_;
    std::vector<ir::Expr> initial_values_;
    std::set<std::pair<uint32_t, uint32_t>> initialised_;
};

}  // namespace

ir::Program lower(const Test& test, const std::string& file, int unroll) {
    return Lowering(test, file, unroll).run();
}

}  // namespace fencepost::frontend::litmus
