// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// A pair of a union comes from one operand, so unions are opened, named or not: the reader
// wants `rfe`, not `hb`. Anything else that has a name is told by that name. What has none is
// opened when that gives a path of named edges (sequences, closures), and is otherwise told
// by the nearest named union around it (POWER's ppo is a union of two unnamed
// intersections) or by its text.
#include "models/explain.h"

#include <algorithm>

namespace fencepost::models {

namespace {

constexpr int deepest = 200;

}  // namespace

Explainer::Explainer(const Model& model, const std::vector<Node>& nodes, ValueOf value)
    : model_(model), nodes_(nodes), value_(std::move(value)) {}

std::vector<Edge> Explainer::violation(const Axiom& axiom) {
    edges_.clear();
    const BitMatrix value = value_(axiom.term);
    const bool is_set = model_.terms.type(axiom.term) == Type::Set;
    switch (axiom.kind) {
        case AxiomKind::Acyclic: {
            const std::vector<uint32_t> cycle = value.shortest_cycle();
            for (size_t i = 0; i < cycle.size(); ++i)
                explain_edge(axiom.term, cycle[i], cycle[(i + 1) % cycle.size()]);
            break;
        }
        case AxiomKind::Irreflexive:
            for (uint32_t i = 0; i < value.rows() && edges_.empty(); ++i)
                if (value.get(i, i)) explain_edge(axiom.term, i, i);
            break;
        case AxiomKind::Empty:
            for (uint32_t i = 0; i < value.rows() && edges_.empty(); ++i) {
                value.for_each(i, [&](uint32_t j) {
                    if (!edges_.empty()) return;
                    if (is_set)
                        add(j, j, model_.to_string(axiom.term));
                    else
                        explain_all_conjuncts(axiom.term, i, j);
                });
            }
            break;
    }
    return std::move(edges_);
}

/// `rmw & (fre;coe)`: both parts are the point.
void Explainer::explain_all_conjuncts(Term term, uint32_t from, uint32_t to) {
    std::vector<Term> todo{term};
    while (!todo.empty()) {
        const Term t = todo.back();
        todo.pop_back();
        const TermNode& n = model_.terms.node(t);
        const bool is_open = n.op == TermOp::Inter && model_.name_of(t).empty();
        if (is_open) {
            todo.push_back(n.b);
            todo.push_back(n.a);
        } else if (n.op != TermOp::Product || (todo.empty() && edges_.empty())) {
            explain_edge(t, from, to);
        }
    }
}

/// Where the term holds of a pair only by its reflexive part (r*, [S]) there is no edge to
/// tell, but the reader must see something.
void Explainer::explain_edge(Term term, uint32_t from, uint32_t to) {
    const size_t before = edges_.size();
    explain(term, from, to, {}, 0);
    if (edges_.size() == before) add(from, to, model_.to_string(term));
}

void Explainer::explain(Term term, uint32_t from, uint32_t to, std::string_view enclosing,
                        int depth) {
    // Down through unions.
    while (model_.terms.node(term).op == TermOp::Union) {
        if (const std::string_view name = model_.name_of(term); !name.empty()) enclosing = name;
        const TermNode& n = model_.terms.node(term);
        term = value_(n.a).get(from, to) ? n.a : n.b;
    }
    const TermNode n = model_.terms.node(term);
    if (const std::string_view name = model_.name_of(term); !name.empty() && depth < deepest) {
        // A name for a closure says less than the steps; other names say it all.
        if (n.op != TermOp::Star && n.op != TermOp::Opt && n.op != TermOp::Plus)
            return add(from, to, std::string(name));
    }
    if (depth >= deepest) return add(from, to, model_.to_string(term));
    if (!enclosing.empty()) return add(from, to, std::string(enclosing));
    switch (n.op) {
        case TermOp::Seq: {
            const BitMatrix left = value_(n.a);
            const BitMatrix right = value_(n.b);
            for (uint32_t via = 0; via < right.rows(); ++via) {
                if (!left.get(from, via) || !right.get(via, to)) continue;
                explain(n.a, from, via, {}, depth + 1);
                explain(n.b, via, to, {}, depth + 1);
                return;
            }
            break;
        }
        case TermOp::Plus:
            return explain_path(n.a, from, to, depth);
        case TermOp::Star:
            if (from != to) explain_path(n.a, from, to, depth);
            return;
        case TermOp::Opt:
            if (from != to) explain(n.a, from, to, {}, depth + 1);
            return;
        case TermOp::Identity:
            return;
        case TermOp::Inter:
            // A product only filters.
            if (model_.terms.node(n.a).op == TermOp::Product)
                return explain(n.b, from, to, {}, depth + 1);
            return explain(n.a, from, to, {}, depth + 1);
        case TermOp::Diff:
            return explain(n.a, from, to, {}, depth + 1);
        default:
            break;
    }
    add(from, to, model_.to_string(term));
}

void Explainer::explain_path(Term step, uint32_t from, uint32_t to, int depth) {
    const std::vector<uint32_t> path = value_(step).shortest_path(from, to);
    for (size_t i = 0; i + 1 < path.size(); ++i) explain(step, path[i], path[i + 1], {}, depth + 1);
}

void Explainer::add(uint32_t from, uint32_t to, std::string relation) {
    edges_.push_back({nodes_[from], nodes_[to], std::move(relation)});
}

}  // namespace fencepost::models
