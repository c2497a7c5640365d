// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// herd cuts a value to the declared type of its place before it compares or prints it.
// Almost always the cut changes nothing; then it is left out, so that engines see plain
// reads. The proof is by induction over the values in memory: if every initial value and
// every stored term is in [0, 2^31) provided that all reads are, all of them are.
#include "frontend/litmus/final_state.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace fencepost::frontend::litmus {

namespace {

using ir::Expr;
using ir::ExprNode;
using ir::Op;

/// Is `e` in [0, 2^31) if all reads and all of memory are? Gives up on deep terms.
bool is_small(const ir::ExprPool& pool, Expr e, int depth = 8) {
    const ExprNode& node = pool.node(e);
    if (depth == 0) return false;
    switch (node.op) {
        case Op::Const:
            return node.imm < uint64_t{1} << 31;
        case Op::Read:
        case Op::Final:
            return true;
        case Op::ZExt:
        case Op::SExt: {
            if (node.op == Op::ZExt && pool.width(node.a) < 32) return true;
            const ExprNode& part = pool.node(node.a);
            return part.op == Op::Extract && part.imm == 0 && part.width >= 32 &&
                   is_small(pool, part.a, depth - 1);
        }
        case Op::And:
            return is_small(pool, node.a, depth - 1) || is_small(pool, node.b, depth - 1);
        case Op::Or:
        case Op::Xor:
            return is_small(pool, node.a, depth - 1) && is_small(pool, node.b, depth - 1);
        case Op::Ite:
            return is_small(pool, node.b, depth - 1) && is_small(pool, node.c, depth - 1);
        default:
            return false;
    }
}

uint64_t cut_number(uint64_t number, Type type) {
    return type.is_signed ? static_cast<uint64_t>(ir::to_signed(number, type.width))
                          : number & ir::mask(type.width);
}

class FinalState {
  public:
    FinalState(const FinalStateInputs& in, ir::Builder& builder)
        : in_(in), builder_(builder), pool_(builder.exprs()) {
        small_memory_ = std::all_of(in.memory_values.begin(), in.memory_values.end(),
                                    [&](Expr e) { return is_small(pool_, e); });
    }

    void run() {
        name_registers();
        for (const Place& place : in_.test.locations) observe(resolve(place));
        std::vector<Expr> values;
        for (const Proposition& node : in_.test.propositions)
            values.push_back(proposition(node, values));
        std::sort(items_.begin(), items_.end(),
                  [](const Item& a, const Item& b) { return a.order < b.order; });
        for (size_t i = 0; i < items_.size(); ++i)
            if (i == 0 || items_[i].order != items_[i - 1].order)
                builder_.observe(items_[i].label, items_[i].shown);
        std::string text;
        print(in_.test.proposition, text, false);
        builder_.set_condition({.quantifier = in_.test.quantifier,
                                .proposition = values[in_.test.proposition],
                                .text = std::move(text)});
    }

  private:
    /// A place with what it holds in the end.
    struct Item {
        std::string label;
        /// Registers by thread and number, then memory by name.
        std::tuple<uint32_t, uint32_t, std::string_view> order;
        Type type;
        Expr raw, shown;
    };

    [[noreturn]] void fail(const Place& place, const std::string& message) const {
        throw ir::InputError({in_.file, place.token.line, place.token.column}, message);
    }

    Item resolve(const Place& place) {
        if (place.kind != Place::Kind::Memory) return resolve_register(place);
        const uint64_t address = in_.symbols.address(place.name);
        return finish({.label = fmt::format("[{}]", place.name),
                       .order = {UINT32_MAX, 0, place.name},
                       .type = in_.types[in_.symbols.index(place.name)],
                       .raw = pool_.final_value(64, address),
                       .shown = {}});
    }

    Item resolve_register(const Place& place) {
        const uint32_t thread = thread_of(place);
        const LoweredThread& code = in_.threads[thread];
        const bool symbolic = place.kind == Place::Kind::SymbolicRegister;
        const uint32_t r =
            symbolic ? code.registers.find_symbolic(place.name) : in_.isa.find_register(place.name);
        if (r == UINT32_MAX)
            fail(place, fmt::format("unknown register `{}{}` of thread P{}", symbolic ? "%" : "",
                                    place.name, thread));
        return finish({.label = text(place),
                       .order = {thread, r, {}},
                       .type = code.types[r],
                       .raw = code.final.slots[first_register + r].expr,
                       .shown = {}});
    }

    // herd shows a symbolic register as the one it chooses for it: in order of names, the
    // next that the thread does not mention. Logs can be compared only if we do the same.
    void name_registers() {
        std::vector<std::set<uint32_t>> named;
        for (const LoweredThread& thread : in_.threads) named.push_back(thread.registers.named);
        const auto mention = [&](const Place& place) {
            if (place.kind == Place::Kind::Register && place.thread && *place.thread < named.size())
                named[*place.thread].insert(in_.isa.find_register(place.name));
        };
        for (const Place& place : in_.test.locations) mention(place);
        for (const Proposition& node : in_.test.propositions) {
            mention(node.left);
            mention(node.right);
        }
        for (uint32_t t = 0; t < in_.threads.size(); ++t) {
            std::vector<std::string_view> symbolic = in_.threads[t].registers.symbolic;
            std::sort(symbolic.begin(), symbolic.end());
            uint32_t next = in_.isa.first_free_register();
            auto& chosen = chosen_.emplace_back();
            for (std::string_view name : symbolic) {
                while (named[t].count(next) != 0) ++next;
                chosen[name] = next < in_.isa.register_count() ? in_.isa.register_name(next)
                                                               : fmt::format("%{}", name);
                ++next;
            }
        }
    }

    uint32_t thread_of(const Place& place) const {
        if (!place.thread) {
            for (uint32_t t = 0; t < in_.threads.size(); ++t)
                if (in_.threads[t].registers.find_symbolic(place.name) != UINT32_MAX) return t;
            fail(place, fmt::format("no thread uses register `%{}`", place.name));
        }
        if (*place.thread >= in_.threads.size())
            fail(place, fmt::format("no thread P{}, expected P0 to P{}", *place.thread,
                                    in_.threads.size() - 1));
        return *place.thread;
    }

    Item finish(Item item) {
        item.shown = item.raw;
        const Type type = item.type;
        if (type.width == 64 || (type.width == 32 && small_memory_ && is_small(pool_, item.raw)))
            return item;
        const Expr low = pool_.extract(item.raw, 0, type.width);
        item.shown = type.is_signed ? pool_.sext(low, 64) : pool_.zext(low, 64);
        return item;
    }

    Item& observe(Item item) {
        items_.push_back(std::move(item));
        return items_.back();
    }

    Expr proposition(const Proposition& node, const std::vector<Expr>& values) {
        switch (node.kind) {
            case Proposition::Kind::True:
                return pool_.bool_const(true);
            case Proposition::Kind::False:
                return pool_.bool_const(false);
            case Proposition::Kind::Not:
                return pool_.negation(values[node.operands[0]]);
            case Proposition::Kind::Implies:
                return pool_.disjunction(pool_.negation(values[node.operands[0]]),
                                         values[node.operands[1]]);
            case Proposition::Kind::And:
            case Proposition::Kind::Or: {
                const bool all = node.kind == Proposition::Kind::And;
                Expr result = pool_.bool_const(all);
                for (uint32_t operand : node.operands)
                    result = pool_.make(all ? Op::And : Op::Or, result, values[operand]);
                return result;
            }
            case Proposition::Kind::Equals:
                return equals(observe(resolve(node.left)), node.value);
            case Proposition::Kind::SameContent: {
                const Expr left = observe(resolve(node.left)).raw;
                return pool_.make(Op::Eq, left, observe(resolve(node.right)).raw);
            }
        }
        return {};
    }

    Expr equals(const Item& item, const Constant& value) {
        if (value.location.empty())
            return pool_.make(Op::Eq, item.shown,
                              pool_.constant(64, cut_number(value.number, item.type)));
        const Expr address = pool_.constant(64, in_.symbols.address(value.location));
        return pool_.make(Op::Eq, item.type.width < 32 ? item.raw : item.shown, address);
    }

    // As herd prints conditions.
    void print(uint32_t index, std::string& out, bool nested) const {
        const Proposition& node = in_.test.propositions[index];
        switch (node.kind) {
            case Proposition::Kind::True:
                out += "true";
                return;
            case Proposition::Kind::False:
                out += "false";
                return;
            case Proposition::Kind::Not:
                out += "not (";
                print(node.operands[0], out, false);
                out += ')';
                return;
            case Proposition::Kind::And:
            case Proposition::Kind::Or:
            case Proposition::Kind::Implies: {
                const bool all = node.kind == Proposition::Kind::And;
                const bool any = node.kind == Proposition::Kind::Or;
                if (nested) out += '(';
                for (size_t i = 0; i < node.operands.size(); ++i) {
                    if (i > 0) out += all ? " /\\ " : any ? " \\/ " : " => ";
                    print(node.operands[i], out, !any || !is_conjunction(node.operands[i]));
                }
                if (nested) out += ')';
                return;
            }
            case Proposition::Kind::Equals:
                out += text(node.left) + '=';
                out += node.value.location.empty()
                           ? fmt::format("{}", static_cast<int64_t>(node.value.number))
                           : std::string(node.value.location);
                return;
            case Proposition::Kind::SameContent:
                out += text(node.left) + '=' + text(node.right);
                return;
        }
    }

    bool is_conjunction(uint32_t index) const {
        return in_.test.propositions[index].kind == Proposition::Kind::And;
    }

    std::string text(const Place& place) const {
        if (place.kind == Place::Kind::Memory) return fmt::format("[{}]", place.name);
        const uint32_t thread = thread_of(place);
        return fmt::format("{}:{}", thread,
                           place.kind == Place::Kind::SymbolicRegister
                               ? chosen_[thread].at(place.name)
                               : in_.isa.register_name(in_.isa.find_register(place.name)));
    }

    const FinalStateInputs& in_;
    ir::Builder& builder_;
    ir::ExprPool& pool_;
    bool small_memory_ = false;
    /// By thread: the register that a symbolic one is shown as.
    std::vector<std::map<std::string_view, std::string>> chosen_;
    std::vector<Item> items_;
};

}  // namespace

void add_final_state(const FinalStateInputs& inputs, ir::Builder& builder) {
    FinalState(inputs, builder).run();
}

}  // namespace fencepost::frontend::litmus
