// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Values of a model's terms in one execution after the other. A schedule lists what a term
// needs, operands first; running it computes only what has changed since the execution
// before, found by time stamps. So terms over the program's structure (fences,
// dependencies) are computed once, and POWER's ppo only when rfi, rdw or detour change.
#pragma once

#include <utility>
#include <vector>

#include "models/event_graph.h"
#include "models/model.h"

namespace fencepost::models {

/// One term, or all terms of a recursion group.
struct Step {
    uint32_t group = no_group;
    std::vector<Term> terms;
};

/// In the order in which they can be computed.
using Schedule = std::vector<Step>;

class TermValues {
  public:
    /// Both must outlive this.
    TermValues(const Model& model, const ir::Program& program);

    /// What has to be computed for the term's value.
    Schedule schedule(Term term) const;

    void set_execution(const ir::Execution& execution);
    void run(const Schedule& schedule);
    /// Of a term that was in a schedule that was run for this execution.
    const BitMatrix& get(Term term);
    const EventGraph& graph() const { return graph_; }

  private:
    uint64_t changed(Term term) const;
    void refresh(Term term);
    void compute(Term term, BitMatrix& into);
    void solve(const Step& step);
    bool needs_solving(const Step& step) const;
    bool update_variable(Term variable, Term body);

    const Model& model_;
    EventGraph graph_;
    /// Grows with each execution and each change inside a fixpoint.
    uint64_t clock_ = 0;
    // By term.
    std::vector<BitMatrix> values_;
    std::vector<uint64_t> changed_, computed_;
    // By group.
    std::vector<uint64_t> solved_;
    // By recursion variable.
    std::vector<BitMatrix> old_values_;
    /// While solving: the group's variables and their stamps before.
    std::vector<std::pair<Term, uint64_t>> saved_;
    BitMatrix scratch_;
};

}  // namespace fencepost::models
