// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Data flow as bit-vectors of Z3, and orders as integers.
#pragma once

#include <functional>
#include <utility>

#include "encoders/data.h"
#include "encoders/order_graph.h"
#include "solvers/z3.h"

namespace fencepost::encoders {

class SmtData final : public Data {
  public:
    /// Both must outlive this.
    SmtData(const ir::Program& program, solvers::Z3& solver);

    void restrict_read(ir::Expr /*read*/, const ValueSet& /*values*/) override {}
    Lit condition(ir::Expr e) override;
    Lit equal(ir::Expr a, ir::Expr b) override;
    Lit equal(ir::Expr a, uint64_t constant) override;
    void imply_equal(Lit condition, ir::Expr a, ir::Expr b) override;
    void imply_equal(Lit condition, ir::Expr a, uint64_t constant) override;
    Lit distance_below(ir::Expr a, ir::Expr b, uint64_t limit) override;
    Lit distance_below(ir::Expr a, uint64_t b, uint64_t limit) override;
    void use(ir::Expr e) override { vector(e); }
    uint64_t value(ir::Expr e) override;
    void fix(ir::Expr e, std::vector<Lit>& literals) override;

  private:
    using Vector = solvers::Z3::Vector;

    Vector vector(ir::Expr e);
    Vector translate(const ir::ExprNode& node);
    Lit distance_below(Vector a, Vector b, uint64_t limit);

    const ir::ExprPool& pool_;
    solvers::Z3& solver_;
    // By expression; 0 = no literal yet.
    std::vector<Vector> vectors_;
    std::vector<Lit> conditions_;
};

/// An integer for each node; edges go to larger ones.
class SmtOrders final : public OrderSink {
  public:
    /// `poll` is called now and then and may throw to give up.
    explicit SmtOrders(
        solvers::Z3& solver, std::function<void()> poll = [] {})
        : solver_(solver), poll_(std::move(poll)) {}
    void require_acyclic(const OrderGraph& graph) override;

  private:
    solvers::Z3& solver_;
    std::function<void()> poll_;
};

}  // namespace fencepost::encoders
