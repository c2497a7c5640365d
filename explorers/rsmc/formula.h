// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Expressions of the program as straight code over concrete leaves, for the explorer's inner
// loop.
#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "ir/execution.h"
#include "ir/program.h"

namespace fencepost::explorers::traces {

/// What expressions are computed from, in the current run.
struct Leaves {
    // By event.
    std::vector<uint64_t> read;
    /// The read has its value, or is known not to happen (value 0).
    std::vector<uint8_t> resolved;
    /// The event's guard is known; it is true.
    std::vector<uint8_t> decided, happens;

    std::vector<uint64_t> input;
    /// Inputs that an expression looked at.
    mutable std::vector<uint8_t> input_used;
    /// By index into Layout::finals.
    std::vector<uint64_t> final_value;
};

/// An expression in the order in which it is computed. Not for use by several threads at
/// once (it keeps scratch space).
class Formula {
  public:
    /// Sub-expressions that are the guard of an event in `known_guards` are not computed
    /// again: the event happens or not. `finals` gives the index of a final cell.
    struct Context {
        const ir::Program& program;
        const std::unordered_map<uint32_t, ir::EventId>& known_guards;
        const std::vector<ir::Location>& finals;
    };

    Formula() = default;
    Formula(const Context& context, ir::Expr root);

    bool valid() const { return !code_.empty() || is_constant_; }
    bool is_constant() const { return is_constant_; }
    uint64_t constant() const { return value_; }
    /// Read events it is computed from.
    const std::vector<ir::EventId>& reads() const { return reads_; }

    bool all_resolved(const Leaves& leaves) const {
        for (ir::EventId read : reads_)
            if (!leaves.resolved[read]) return false;
        return guards_decided(leaves);
    }
    bool guards_decided(const Leaves& leaves) const {
        for (ir::EventId event : guards_)
            if (!leaves.decided[event]) return false;
        return true;
    }
    /// All reads must be resolved.
    uint64_t get(const Leaves& leaves) const {
        if (is_constant_) return value_;
        if (same_guard_ != ir::no_event) return leaves.happens[same_guard_];
        return compute(leaves);
    }
    /// The value as soon as the reads resolved so far decide it (as ir::Evaluator has it).
    std::optional<uint64_t> partial(const Leaves& leaves) const;

  private:
    enum class Kind : uint8_t { Input, Read, Final, Happens, Operator };
    struct Instruction {
        Kind kind;
        /// Operator: slots of the operands; 0 if there is none.
        uint32_t a = 0, b = 0, c = 0;
        /// Operator: the node that is applied.
        const ir::ExprNode* node;
        /// The leaf.
        uint64_t imm;
        uint64_t mask;
    };

    uint64_t compute(const Leaves& leaves) const;
    uint64_t leaf(const Instruction& i, const Leaves& leaves) const;
    uint64_t operate(const Instruction& i) const;

    const ir::ExprPool* pool_ = nullptr;
    bool is_constant_ = false;
    uint64_t value_ = 0;
    /// The expression is the guard of this event.
    ir::EventId same_guard_ = ir::no_event;
    std::vector<Instruction> code_;
    std::vector<ir::EventId> reads_, guards_;
    /// A zero, the constants, then the results of the code.
    mutable std::vector<uint64_t> slots_;
    mutable std::vector<uint8_t> known_;
};

}  // namespace fencepost::explorers::traces
