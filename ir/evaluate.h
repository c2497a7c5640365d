// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Concrete values of expressions. `apply` is the one definition of what an operator
// means; everything that computes with constants (evaluator, simplifier, replay) calls it.
#pragma once

#include <optional>
#include <vector>

#include "ir/expr.h"

namespace fencepost::ir {

/// Operand widths are those of a, b, c in `node`; values are masked to them.
uint64_t apply(const ExprPool& pool, const ExprNode& node, uint64_t a, uint64_t b, uint64_t c);

/// Evaluates expressions of one pool over a changing assignment of leaves.
///
/// Three-valued: `and`, `or` and `ite` have a value as soon as the known operands decide
/// it, other operators when all operands have one. So an event on a path that is not taken
/// is known not to happen before the rest of its guard is known.
class Evaluator {
  public:
    explicit Evaluator(const ExprPool& pool);

    // Leaves; nullopt = not known. Changing one forgets all remembered values.
    void set_input(uint32_t input, std::optional<uint64_t> value);
    void set_read(uint32_t event, std::optional<uint64_t> value);
    void set_final(uint64_t address, std::optional<uint64_t> value);
    /// Forgets every leaf.
    void clear();

    std::optional<uint64_t> value(Expr e);
    /// Of a term all of whose leaves are known (CHECK).
    uint64_t get(Expr e);

  private:
    enum class State : uint8_t { Known, Unknown };
    struct Memo {
        uint32_t epoch = 0;
        State state = State::Unknown;
        uint64_t value = 0;
    };

    std::optional<uint64_t> leaf(const ExprNode& node) const;
    const Memo& evaluate(Expr e);
    Memo combine(const ExprNode& node) const;

    const ExprPool& pool_;
    uint32_t epoch_ = 1;
    std::vector<Memo> memo_;
    std::vector<std::optional<uint64_t>> inputs_, reads_;
    std::vector<std::pair<uint64_t, uint64_t>> finals_;
    std::vector<Expr> stack_;
};

}  // namespace fencepost::ir
