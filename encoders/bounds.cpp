// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Both bounds are computed operator by operator with bit matrices; complement and difference
// swap them. Sequencing loses "must" unless the middle happens whenever one of the ends does.
// Recursion groups are iterated from the empty relation, for both bounds (least fixpoints).
//
// The base relations are in base_bounds.cpp.
#include "encoders/bounds.h"

#include "ir/check.h"

namespace fencepost::encoders {

using models::TermNode;
using models::Type;

Bounds::Bounds(const Frame& frame, const Plan& plan, const std::function<void()>& poll)
    : frame_(frame),
      plan_(plan),
      pool_(plan.model().terms),
      poll_(poll),
      bounds_(pool_.size()),
      is_valid_(pool_.size(), 0),
      group_done_(pool_.groups().size(), 0) {
    all_nodes_.reset(1, frame.nodes());
    for (uint32_t i = 0; i < frame.nodes(); ++i)
        if (!frame.never(i)) all_nodes_.set(0, i);
    all_pairs_.assign_product(all_nodes_, all_nodes_);
}

const Bound& Bounds::get(Term t) {
    if (is_valid_[t.index]) return *bounds_[t.index];
    const TermNode& n = pool_.node(t);
    if (!bounds_[t.index]) bounds_[t.index] = std::make_unique<Bound>();
    if (n.op == TermOp::RecVar) {
        const uint32_t group = pool_.variables()[n.imm].group;
        if (group_done_[group] == 0) solve_group(group);
        return *bounds_[t.index];
    }
    if (n.a.valid()) get(n.a);
    if (n.b.valid()) get(n.b);
    if (frame_.nodes() > 200) poll_();
    compute(t, *bounds_[t.index]);
    is_valid_[t.index] = 1;
    return *bounds_[t.index];
}

void Bounds::solve_group(uint32_t group) {
    group_done_[group] = 1;  // in progress: variables have their current values
    const auto& variables = pool_.groups()[group].variables;
    for (uint32_t v : variables) {
        const Term variable = pool_.variables()[v].variable;
        bounds_[variable.index] = std::make_unique<Bound>();
        const uint32_t rows = pool_.type(variable) == Type::Set ? 1 : frame_.nodes();
        bounds_[variable.index]->may.reset(rows, frame_.nodes());
        bounds_[variable.index]->must.reset(rows, frame_.nodes());
    }
    for (bool is_changed = true; is_changed;) {
        is_changed = false;
        for (uint32_t v : variables) {
            // Terms that contain variables are computed anew.
            for (uint32_t i = 0; i < pool_.size(); ++i)
                if (pool_.node(Term{i}).group != models::no_group) is_valid_[i] = 0;
            const Bound& body = get(pool_.variables()[v].body);
            Bound& variable = *bounds_[pool_.variables()[v].variable.index];
            if (variable.may == body.may && variable.must == body.must) continue;
            variable.may.unite(body.may);
            variable.must.unite(body.must);
            is_changed = true;
        }
    }
    for (uint32_t i = 0; i < pool_.size(); ++i)
        if (pool_.node(Term{i}).group != models::no_group) is_valid_[i] = 0;
}

bool Bounds::is_inside_threads(Term t) {
    const BitMatrix& may = get(t).may;
    bool is_inside = true;
    for (uint32_t i = 0; i < frame_.nodes() && is_inside; ++i)
        may.for_each(i, [&](uint32_t j) {
            is_inside = is_inside && !frame_.is_initial(i) && !frame_.is_initial(j) &&
                        frame_.program().event(i).thread == frame_.program().event(j).thread;
        });
    return is_inside;
}

void Bounds::must_seq(const BitMatrix& a, const BitMatrix& b, BitMatrix& out) {
    if (frame_.all_always()) return out.assign_seq(a, b);
    out.reset(frame_.nodes(), frame_.nodes());
    for (uint32_t i = 0; i < frame_.nodes(); ++i) {
        a.for_each(i, [&](uint32_t k) {
            const bool implied = frame_.implies(i, k);
            for (uint32_t w = 0; w < out.stride(); ++w) {
                const uint64_t ends = implied ? ~uint64_t{0} : frame_.implied_by().row(k)[w];
                out.row(i)[w] |= b.row(k)[w] & ends;
            }
        });
    }
}

void Bounds::must_close(BitMatrix& m) {
    if (frame_.all_always()) return m.close();
    BitMatrix step = m, more;
    while (true) {
        if (frame_.nodes() > 200) poll_();
        must_seq(step, m, more);
        const BitMatrix before = m;
        m.unite(more);
        if (m == before) return;
    }
}

void Bounds::compute_range(const Bound& relation, bool is_domain, Bound& out) {
    out.may.reset(1, frame_.nodes());
    out.must.reset(1, frame_.nodes());
    for (uint32_t i = 0; i < frame_.nodes(); ++i) {
        relation.may.for_each(i, [&](uint32_t j) { out.may.set(0, is_domain ? i : j); });
        relation.must.for_each(i, [&](uint32_t j) {
            if (is_domain ? frame_.implies(i, j) : frame_.implies(j, i))
                out.must.set(0, is_domain ? i : j);
        });
    }
}

void Bounds::compute(Term t, Bound& out) {
    const TermNode& n = pool_.node(t);
    const Bound* a = n.a.valid() ? bounds_[n.a.index].get() : nullptr;
    const Bound* b = n.b.valid() ? bounds_[n.b.index].get() : nullptr;
    switch (n.op) {
        case TermOp::BaseSet:
            return compute_base_set(static_cast<models::BaseSet>(n.imm), out);
        case TermOp::BaseRelation:
            return compute_base_relation(static_cast<models::BaseRelation>(n.imm), out);
        case TermOp::EmptySet:
        case TermOp::EmptyRelation: {
            const uint32_t rows = n.op == TermOp::EmptySet ? 1 : frame_.nodes();
            out.may.reset(rows, frame_.nodes());
            out.must.reset(rows, frame_.nodes());
            return;
        }
        case TermOp::Union:
            out = *a;
            out.may.unite(b->may);
            out.must.unite(b->must);
            return;
        case TermOp::Inter:
            out = *a;
            out.may.intersect(b->may);
            out.must.intersect(b->must);
            return;
        case TermOp::Diff:
            out = *a;
            out.may.subtract(b->must);
            out.must.subtract(b->may);
            return;
        case TermOp::Complement: {
            const BitMatrix& all = n.type == Type::Set ? all_nodes_ : all_pairs_;
            out.may = all;
            out.may.subtract(a->must);
            out.must = all;
            out.must.subtract(a->may);
            return;
        }
        case TermOp::Seq:
            out.may.assign_seq(a->may, b->may);
            return must_seq(a->must, b->must, out.must);
        case TermOp::Plus:
        case TermOp::Star:
            out = *a;
            out.may.close();
            must_close(out.must);
            if (n.op == TermOp::Plus) return;
            break;
        case TermOp::Opt:
            out = *a;
            break;
        case TermOp::Inverse:
            out.may.assign_inverse(a->may);
            return out.must.assign_inverse(a->must);
        case TermOp::Identity:
            out.may.assign_identity(a->may);
            return out.must.assign_identity(a->must);
        case TermOp::Product:
            out.may.assign_product(a->may, b->may);
            return out.must.assign_product(a->must, b->must);
        case TermOp::Domain:
        case TermOp::Range:
            return compute_range(*a, n.op == TermOp::Domain, out);
        case TermOp::RecVar:
            CHECK(false, "variables should get their bounds from their group");
    }
    // Reflexive.
    for (uint32_t i = 0; i < frame_.nodes(); ++i) {
        if (frame_.never(i)) continue;
        out.may.set(i, i);
        out.must.set(i, i);
    }
}

}  // namespace fencepost::encoders
