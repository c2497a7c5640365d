// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Abstract interpretation with sets of at most a few dozen constants. Reads start with the
// empty set and take in what may be written to, or initially is in, the places they may read,
// until nothing changes: values out of thin air are not executions (ir/execution.h), so the
// least fixpoint covers all values. A read that does not happen has value 0. When a set grows
// too large it becomes "any"; that also ends the iteration.
#include "encoders/value_sets.h"

#include <algorithm>
#include <bit>

#include "ir/evaluate.h"

namespace fencepost::encoders {

using ir::Expr;
using ir::ExprNode;
using ir::Op;

namespace {

constexpr size_t largest = 48;

void insert(ValueSet& set, uint64_t value) {
    if (!set) return;
    const auto at = std::lower_bound(set->begin(), set->end(), value);
    if (at != set->end() && *at == value) return;
    if (set->size() == largest)
        set.reset();
    else
        set->insert(at, value);
}

void insert(ValueSet& set, const ValueSet& other) {
    if (!other) set.reset();
    if (!set) return;
    for (uint64_t value : *other) insert(set, value);
}

class Analysis {
  public:
    explicit Analysis(const ir::Program& program)
        : program_(program),
          pool_(program.exprs()),
          reads_(program.events().size(), std::vector<uint64_t>{}),
          memo_(pool_.size()),
          epoch_(pool_.size(), 0) {}

    ValueSets run() {
        for (bool is_changed = true; is_changed;) {
            ++now_;
            is_changed = false;
            compute_addresses();
            for (ir::EventId r = 0; r < program_.events().size(); ++r)
                if (program_.event(r).is_read() && update(r)) is_changed = true;
        }
        return {std::move(addresses_), std::move(reads_)};
    }

  private:
    void compute_addresses() {
        addresses_.assign(program_.events().size(), std::vector<uint64_t>{});
        for (ir::EventId id = 0; id < program_.events().size(); ++id)
            if (program_.event(id).is_access()) addresses_[id] = value(program_.event(id).address);
    }

    bool update(ir::EventId r) {
        const ir::Event& read = program_.event(r);
        ValueSet set = reads_[r];
        if (!set) return false;
        if (!pool_.is_true(read.guard)) insert(set, 0);
        if (addresses_[r]) {
            for (uint64_t address : *addresses_[r])
                if (const auto initial = program_.initial_value(address, read.size))
                    insert(set, value(*initial));
        } else {
            insert(set, 0);
            for (const ir::MemoryObject& object : program_.objects())
                for (const ir::Cell& cell : object.cells)
                    if (cell.size == read.size) insert(set, value(cell.value));
        }
        for (ir::EventId w = 0; w < program_.events().size(); ++w) {
            const ir::Event& write = program_.event(w);
            if (write.is_write() && write.size == read.size &&
                may_meet(addresses_[r], addresses_[w]))
                insert(set, value(write.value));
        }
        if (set == reads_[r]) return false;
        reads_[r] = set;
        return true;
    }

    const ValueSet& value(Expr root) {
        std::vector<Expr> stack{root};
        while (!stack.empty()) {
            const Expr top = stack.back();
            if (epoch_[top.index] == now_) {
                stack.pop_back();
                continue;
            }
            bool ready = true;
            const ExprNode& node = pool_.node(top);
            for (Expr operand : {node.a, node.b, node.c}) {
                if (!operand.valid() || epoch_[operand.index] == now_) continue;
                stack.push_back(operand);
                ready = false;
            }
            if (!ready) continue;
            stack.pop_back();
            memo_[top.index] = combine(node);
            epoch_[top.index] = now_;
        }
        return memo_[root.index];
    }

    ValueSet all_values(unsigned width) const {
        if (width > 4) return std::nullopt;
        std::vector<uint64_t> values(size_t{1} << width);
        for (size_t i = 0; i < values.size(); ++i) values[i] = i;
        return values;
    }

    ValueSet combine(const ExprNode& node) const {
        const auto operand = [&](Expr e) -> const ValueSet& { return memo_[e.index]; };
        switch (node.op) {
            case Op::Const:
                return std::vector<uint64_t>{node.imm};
            case Op::Read:
                return reads_[node.imm];
            case Op::Input:
            case Op::Final:
                return all_values(node.width);
            case Op::Ite: {
                ValueSet set = operand(node.b);
                insert(set, operand(node.c));
                return set;
            }
            default:
                break;
        }
        const ValueSet& a = operand(node.a);
        static const ValueSet zero = std::vector<uint64_t>{0};
        const ValueSet& b = node.b.valid() ? operand(node.b) : zero;
        if (!a || !b) {
            if (node.op == Op::And)
                return masked(a ? *a : b ? *b : std::vector<uint64_t>{}, !a && !b);
            return all_values(node.width);
        }
        ValueSet set = std::vector<uint64_t>{};
        for (uint64_t x : *a)
            for (uint64_t y : *b)
                insert(set, ir::apply(pool_, node, x, y, 0) & ir::mask(node.width));
        return set;
    }

    /// Any value & one of the masks.
    static ValueSet masked(const std::vector<uint64_t>& masks, bool is_any) {
        if (is_any) return std::nullopt;
        ValueSet set = std::vector<uint64_t>{0};
        for (uint64_t mask : masks) {
            if (std::popcount(mask) > 5) return std::nullopt;
            for (uint64_t sub = mask; sub != 0; sub = (sub - 1) & mask) insert(set, sub);
        }
        return set;
    }

    const ir::Program& program_;
    const ir::ExprPool& pool_;
    std::vector<ValueSet> reads_, addresses_;
    std::vector<ValueSet> memo_;
    std::vector<uint32_t> epoch_;
    uint32_t now_ = 0;
};

}  // namespace

bool may_meet(const ValueSet& a, const ValueSet& b) {
    if (!a) return !b || !b->empty();
    if (!b) return !a->empty();
    if (a->size() == 1 && b->size() == 1) return (*a)[0] == (*b)[0];
    auto x = a->begin();
    auto y = b->begin();
    while (x != a->end() && y != b->end()) {
        if (*x == *y) return true;
        if (*x < *y)
            ++x;
        else
            ++y;
    }
    return false;
}

ValueSets find_value_sets(const ir::Program& program) { return Analysis(program).run(); }

}  // namespace fencepost::encoders
