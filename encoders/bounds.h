// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// For each term of a model, which pairs of nodes it may contain and which it must contain in a
// given program. "Must" means: in every execution that the axioms allow and in which both ends
// happen. Only what is between the two needs variables.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "encoders/frame.h"

namespace fencepost::encoders {

struct Bound {
    BitMatrix may, must;
};

class Bounds {
  public:
    /// `poll` is called for each term and may throw to give up. All must outlive this.
    Bounds(const Frame& frame, const Plan& plan, const std::function<void()>& poll);

    /// Of a set: matrices with one row.
    const Bound& get(Term t);
    bool may(Term t, uint32_t i, uint32_t j) { return get(t).may.get(i, j); }
    /// No pair of the relation has ends in two threads.
    bool is_inside_threads(Term t);
    /// The must-bound of a;b from those of a and b: the middle has to happen if an end does.
    void must_seq(const BitMatrix& a, const BitMatrix& b, BitMatrix& out);

    /// The transitive closure of a must-bound, likewise.
    void must_close(BitMatrix& m);

  private:
    void compute(Term t, Bound& out);
    void compute_base_set(models::BaseSet set, Bound& out);
    void compute_base_relation(models::BaseRelation relation, Bound& out);
    void compute_dependencies(ir::DepSet ir::Event::* kind, bool is_control, Bound& out);
    void compute_po(Bound& out);
    void compute_loc(Bound& out);
    void compute_threads(bool same, Bound& out);
    void compute_rf(Bound& out);
    void compute_co(Bound& out);
    void compute_fr(Bound& out);
    void compute_range(const Bound& relation, bool is_domain, Bound& out);
    void solve_group(uint32_t group);

    const Frame& frame_;
    const Plan& plan_;
    const models::TermPool& pool_;
    const std::function<void()>& poll_;
    std::vector<std::unique_ptr<Bound>> bounds_;
    std::vector<uint8_t> is_valid_;
    std::vector<uint8_t> group_done_;
    /// All pairs, and all nodes, of what may happen.
    BitMatrix all_pairs_, all_nodes_;
};

}  // namespace fencepost::encoders
