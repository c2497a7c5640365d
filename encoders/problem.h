// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// A program under a model as one set of constraints, with the literals that questions are
// asked with.
#pragma once

#include <functional>
#include <memory>

#include "encoders/axioms.h"
#include "encoders/data.h"
#include "ir/support.h"

namespace fencepost::encoders {

class Problem {
  public:
    /// Adds all clauses. `poll` is called now and then and may throw to give up. All must
    /// outlive this.
    Problem(const ir::Program& program, std::shared_ptr<const Plan> plan, Gates& gates, Data& data,
            OrderSink& orders, const std::function<void()>& poll,
            const ReturnOptions& options = {});

    const ir::Program& program() const { return program_; }
    const models::Model& model() const { return plan_->model(); }
    const Frame& frame() const { return frame_; }
    Choices& choices() { return choices_; }
    Gates& gates() { return gates_; }
    Data& data() { return data_; }

    /// Every thread ran to its end.
    Lit complete() const { return complete_; }
    /// The proposition of the condition; true if there is none.
    Lit proposition() const { return proposition_; }
    /// Some bound was reached.
    Lit cut() const { return cut_; }
    /// Some assertion failed.
    Lit failure() const { return failure_; }
    bool has_assertions() const { return has_assertions_; }
    /// Literals of an execution that decides the verdict: one that fails an assertion, or that
    /// satisfies an `exists`, or refutes a `forall`, inside all objects.
    std::vector<Lit> goal();

    double encode_seconds() const { return encode_seconds_; }

    /// Defines the final memory that an expression mentions; before it is used.
    void use_final_memory(ir::Expr e);

    /// Adds clauses about what was left until there is a solution; false if it is one.
    bool refine(solvers::Backend& backend);
    /// The execution that a satisfying assignment stands for, its values checked.
    ir::Execution decode(solvers::Backend& backend);
    /// Literals that are true of this execution and of no other one.
    std::vector<Lit> signature(const ir::Execution& execution);

  private:
    void encode_questions(const std::function<void()>& poll);
    void define_final(ir::Expr final_value);
    Lit present(EventId write, const ir::Location& location);
    void decode_values(ir::Execution& execution);
    void decode_co(ir::Execution& execution, solvers::Backend& backend) const;

    const ir::Program& program_;
    std::shared_ptr<const Plan> plan_;
    Gates& gates_;
    Data& data_;
    Frame frame_;
    Bounds bounds_;
    Protection protection_;
    Choices choices_;
    ir::Support support_;
    Lit complete_ = true_lit, proposition_ = true_lit, cut_ = false_lit, failure_ = false_lit;
    bool has_assertions_ = false;
    double encode_seconds_ = 0;
    std::vector<uint8_t> is_defined_;
    std::vector<ReturnGraph> lazy_;
};

}  // namespace fencepost::encoders
