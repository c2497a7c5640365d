// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// One-sidedness. Every axiom forbids something, so a derived relation needs only to be large
// enough: clauses say "if the parts are there, so is the whole", never the converse. A model
// of the clauses then has relations that contain the least fixpoints; the axioms hold of them,
// hence of the fixpoints. Conversely an allowed execution with exact relations satisfies the
// clauses. This fails if a relation that depends on rf, co or fr occurs under complement or
// behind a difference; such models are refused here.
//
// SC-per-location is the one axiom with a special form: if it is exactly
// acyclic(po-loc | rf | co | fr) it becomes five clause patterns, which need co to be acyclic
// by some other axiom or by itself.
#include "encoders/plan.h"

#include <algorithm>

#include <fmt/format.h>

#include "ir/errors.h"

namespace fencepost::encoders {

using models::AxiomKind;
using models::BaseRelation;
using models::TermNode;

namespace {

/// Alternatives of a union, flattened, without repetition.
void flatten(const models::TermPool& pool, Term t, std::vector<Term>& out) {
    const TermNode& n = pool.node(t);
    if (n.op == TermOp::Union) {
        flatten(pool, n.a, out);
        flatten(pool, n.b, out);
    } else if (std::find(out.begin(), out.end(), t) == out.end()) {
        out.push_back(t);
    }
}

bool is_po_loc(const models::TermPool& pool, Term t) {
    const TermNode& n = pool.node(t);
    return n.op == TermOp::Inter &&
           ((pool.is_base(n.a, BaseRelation::Po) && pool.is_base(n.b, BaseRelation::Loc)) ||
            (pool.is_base(n.b, BaseRelation::Po) && pool.is_base(n.a, BaseRelation::Loc)));
}

/// acyclic(po-loc | rf | co | fr), nothing more and nothing less.
bool is_coherence_axiom(const models::TermPool& pool, const models::Axiom& axiom) {
    if (axiom.kind != AxiomKind::Acyclic) return false;
    std::vector<Term> parts;
    flatten(pool, axiom.term, parts);
    bool po = false, rf = false, co = false, fr = false;
    for (Term t : parts) {
        if (is_po_loc(pool, t))
            po = true;
        else if (pool.is_base(t, BaseRelation::Rf))
            rf = true;
        else if (pool.is_base(t, BaseRelation::Co))
            co = true;
        else if (pool.is_base(t, BaseRelation::Fr))
            fr = true;
        else
            return false;
    }
    return po && rf && co && fr;
}

void find_variables(const models::TermPool& pool, const Facts& facts, Term t,
                    std::vector<bool>& seen, std::vector<Term>& out) {
    if (!t.valid() || seen[t.index]) return;
    seen[t.index] = true;
    const TermNode& n = pool.node(t);
    if (n.op == TermOp::RecVar && facts.two_colour(pool.variables()[n.imm].group)) out.push_back(t);
    find_variables(pool, facts, n.a, seen, out);
    find_variables(pool, facts, n.b, seen, out);
}

}  // namespace

Plan::Plan(const models::Model& model)
    : model_(model), facts_(model), polarity_(models::polarities(model)) {
    for (uint32_t i = 0; i < model.terms.size(); ++i) {
        if (!polarity_[i].negative || facts_.is_static(Term{i})) continue;
        throw ir::Unsupported(fmt::format(
            "the model uses `{}`, which depends on rf, co or fr, under a complement or on the "
            "right of a difference; the symbolic engines need monotone models",
            model.to_string(Term{i})));
    }
    for (const models::Axiom& axiom : model.axioms) {
        AxiomPlan plan;
        plan.axiom = &axiom;
        if (is_coherence_axiom(model.terms, axiom)) {
            plan.is_coherence = true;
        } else if (axiom.kind != AxiomKind::Empty) {
            const bool cyclic = axiom.kind == AxiomKind::Acyclic;
            plan.unfolded = make_automaton(model, facts_, axiom.term,
                                           {.cyclic = cyclic, .unfold_groups = true});
            std::vector<bool> seen(model.terms.size(), false);
            find_variables(model.terms, facts_, axiom.term, seen, plan.variables);
            if (!plan.variables.empty()) {
                plan.folded = make_automaton(model, facts_, axiom.term,
                                             {.cyclic = cyclic, .unfold_groups = false});
            }
            if (cyclic && facts_.included(model.terms.base(BaseRelation::Co), axiom.term))
                needs_co_order_ = false;
        }
        axioms_.push_back(std::move(plan));
    }
}

namespace {

/// A plan with the model it refers to.
struct Owned {
    explicit Owned(const models::Model& m) : model(m), plan(model) {}
    models::Model model;
    Plan plan;
};

bool is_same(const models::Model& a, const models::Model& b) {
    if (a.terms.size() != b.terms.size() || a.axioms.size() != b.axioms.size() ||
        a.terms.variables().size() != b.terms.variables().size())
        return false;
    for (uint32_t i = 0; i < a.terms.size(); ++i) {
        const TermNode &x = a.terms.node(Term{i}), &y = b.terms.node(Term{i});
        if (x.op != y.op || x.a != y.a || x.b != y.b || x.imm != y.imm || x.group != y.group)
            return false;
    }
    for (size_t i = 0; i < a.terms.variables().size(); ++i)
        if (a.terms.variables()[i].body != b.terms.variables()[i].body) return false;
    for (size_t i = 0; i < a.axioms.size(); ++i)
        if (a.axioms[i].kind != b.axioms[i].kind || a.axioms[i].term != b.axioms[i].term)
            return false;
    return true;
}

}  // namespace

std::shared_ptr<const Plan> plan_for(const models::Model& model) {
    // Thousands of tests are asked about the same few models; the copy keeps the plan valid
    // whatever happens to the caller's model.
    constexpr size_t remembered = 8;
    thread_local std::vector<std::shared_ptr<Owned>> plans;
    for (const auto& owned : plans)
        if (is_same(owned->model, model)) return {owned, &owned->plan};
    auto owned = std::make_shared<Owned>(model);
    if (plans.size() == remembered) plans.erase(plans.begin());
    plans.push_back(owned);
    return {owned, &owned->plan};
}

}  // namespace fencepost::encoders
