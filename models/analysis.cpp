// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Simple data flow over the terms of a model. Index order is topological but for recursion
// variables, so propagation upwards repeats until nothing changes (once more for each level
// of groups); propagation downwards uses a work list.
#include "models/analysis.h"

namespace fencepost::models {

std::vector<bool> static_terms(const Model& model) {
    const TermPool& pool = model.terms;
    std::vector<bool> is_static(pool.size(), true);
    for (bool is_changed = true; is_changed;) {
        is_changed = false;
        for (uint32_t i = 0; i < pool.size(); ++i) {
            if (!is_static[i]) continue;
            const TermNode& n = pool.node(Term{i});
            bool stays = true;
            if (n.op == TermOp::BaseRelation) stays = !is_dynamic(static_cast<BaseRelation>(n.imm));
            if (n.op == TermOp::RecVar) stays = is_static[pool.variables()[n.imm].body.index];
            if (n.a.valid()) stays = stays && is_static[n.a.index];
            if (n.b.valid()) stays = stays && is_static[n.b.index];
            if (stays) continue;
            is_static[i] = false;
            is_changed = true;
        }
    }
    return is_static;
}

bool is_static(const Model& model, Term term) { return static_terms(model)[term.index]; }

std::vector<Polarity> polarities(const Model& model) {
    const TermPool& pool = model.terms;
    std::vector<Polarity> result(pool.size());
    std::vector<std::pair<Term, bool>> todo;
    const auto visit = [&](Term term, bool is_positive) {
        bool& seen = is_positive ? result[term.index].positive : result[term.index].negative;
        if (seen) return;
        seen = true;
        todo.push_back({term, is_positive});
    };
    for (const Axiom& axiom : model.axioms) visit(axiom.term, true);
    while (!todo.empty()) {
        const auto [term, is_positive] = todo.back();
        todo.pop_back();
        const TermNode& n = pool.node(term);
        if (n.op == TermOp::RecVar) visit(pool.variables()[n.imm].body, is_positive);
        if (n.a.valid()) visit(n.a, is_positive != (n.op == TermOp::Complement));
        if (n.b.valid()) visit(n.b, is_positive != (n.op == TermOp::Diff));
    }
    return result;
}

bool is_monotone(const Model& model) {
    const std::vector<Polarity> polarity = polarities(model);
    for (BaseRelation relation : {BaseRelation::Rf, BaseRelation::Co, BaseRelation::Fr})
        if (polarity[model.terms.base(relation).index].negative) return false;
    return true;
}

namespace {

/// fr, or rf^-1;co, or either without the identity.
bool is_from_read(const TermPool& pool, Term term) {
    if (pool.node(term).op == TermOp::Diff && pool.is_base(pool.node(term).b, BaseRelation::Id))
        term = pool.node(term).a;
    if (pool.is_base(term, BaseRelation::Fr)) return true;
    const TermNode& n = pool.node(term);
    return n.op == TermOp::Seq && pool.node(n.a).op == TermOp::Inverse &&
           pool.is_base(pool.node(n.a).a, BaseRelation::Rf) && pool.is_base(n.b, BaseRelation::Co);
}

/// po, or po & loc.
bool is_program_order(const TermPool& pool, Term term) {
    if (pool.is_base(term, BaseRelation::Po)) return true;
    const TermNode& n = pool.node(term);
    if (n.op != TermOp::Inter) return false;
    return (pool.is_base(n.a, BaseRelation::Po) && pool.is_base(n.b, BaseRelation::Loc)) ||
           (pool.is_base(n.b, BaseRelation::Po) && pool.is_base(n.a, BaseRelation::Loc));
}

/// relation & ext.
bool is_external(const TermPool& pool, Term term, bool (*is_relation)(const TermPool&, Term)) {
    const TermNode& n = pool.node(term);
    if (n.op != TermOp::Inter) return false;
    return (is_relation(pool, n.a) && pool.is_base(n.b, BaseRelation::Ext)) ||
           (is_relation(pool, n.b) && pool.is_base(n.a, BaseRelation::Ext));
}

bool is_coherence(const TermPool& pool, Term term) { return pool.is_base(term, BaseRelation::Co); }

/// Contains rmw & (fre;coe).
bool implies_atomicity(const TermPool& pool, Term term) {
    const TermNode& n = pool.node(term);
    if (n.op == TermOp::Union) return implies_atomicity(pool, n.a) || implies_atomicity(pool, n.b);
    if (n.op != TermOp::Inter) return false;
    const auto interferes = [&](Term t) {
        const TermNode& m = pool.node(t);
        return m.op == TermOp::Seq && is_external(pool, m.a, is_from_read) &&
               is_external(pool, m.b, is_coherence);
    };
    return (pool.is_base(n.a, BaseRelation::Rmw) && interferes(n.b)) ||
           (pool.is_base(n.b, BaseRelation::Rmw) && interferes(n.a));
}

bool implies_coherence(const TermPool& pool, Term term) {
    bool rf = false, co = false, fr = false, po = false;
    std::vector<bool> is_seen(pool.size(), false);
    std::vector<Term> todo{term};
    while (!todo.empty()) {
        const Term t = todo.back();
        todo.pop_back();
        if (is_seen[t.index]) continue;
        is_seen[t.index] = true;
        const TermNode& n = pool.node(t);
        if (n.op == TermOp::Union) {
            todo.push_back(n.a);
            todo.push_back(n.b);
        } else if (n.op == TermOp::Plus) {
            // acyclic(r+) iff acyclic(r).
            todo.push_back(n.a);
        }
        rf = rf || pool.is_base(t, BaseRelation::Rf);
        co = co || pool.is_base(t, BaseRelation::Co);
        fr = fr || is_from_read(pool, t);
        po = po || is_program_order(pool, t);
    }
    return rf && co && fr && po;
}

}  // namespace

bool implies_atomicity(const Model& model) {
    for (const Axiom& axiom : model.axioms)
        if (axiom.kind == AxiomKind::Empty && implies_atomicity(model.terms, axiom.term))
            return true;
    return false;
}

bool implies_coherence(const Model& model) {
    for (const Axiom& axiom : model.axioms)
        if (axiom.kind == AxiomKind::Acyclic && implies_coherence(model.terms, axiom.term))
            return true;
    return false;
}

}  // namespace fencepost::models
