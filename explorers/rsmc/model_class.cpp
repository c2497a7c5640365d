// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Recognising a model by what its axioms say. Terms of all models get numbers from one table,
// equal shapes equal numbers: the operands of union and intersection are flattened and
// sorted, so names, the order of axioms and the grouping of unions do not matter. A recursion
// group is numbered by the bodies of its variables, in which the variables themselves are
// leaves. A model is its set of numbered axioms.
//
// A model that has all axioms of a known one, and more, is explored as that one, and its
// complete traces are judged by models/. Failing that, a model that is seen to imply
// coherence (models/analysis.h) and acyclic(po | rf) is explored as the weakest model of that
// kind. It is enough to see R->W program order and rfe in one acyclic axiom: a cycle of po
// and rf enters each thread by a read and leaves it by a write. An equivalent model in
// another shape may not be recognised; that costs time or a refusal, never a wrong answer.
#include "explorers/rsmc/model_class.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <set>
#include <vector>

#include "models/analysis.h"
#include "models/shipped.h"

namespace fencepost::explorers::traces {

using models::Model;
using models::Term;
using models::TermNode;
using models::TermOp;

namespace {

using Shape = std::vector<uint32_t>;
using Meaning = std::set<std::pair<uint32_t, uint32_t>>;

/// Numbers for shapes, shared by all models.
class Table {
  public:
    uint32_t number(Shape shape) {
        return numbers_.try_emplace(std::move(shape), static_cast<uint32_t>(numbers_.size()))
            .first->second;
    }

  private:
    std::map<Shape, uint32_t> numbers_;
};

class Numbering {
  public:
    Numbering(const Model& model, Table& table) : terms_(model.terms), table_(table) {}

    uint32_t number(Term term, uint32_t open_group = models::no_group) {
        const auto known = memo_.find({term.index, open_group});
        if (known != memo_.end()) return known->second;
        const TermNode& n = terms_.node(term);
        Shape shape{static_cast<uint32_t>(n.op)};
        if (n.op == TermOp::RecVar) {
            add_variable(shape, n.imm, open_group);
        } else if (n.op == TermOp::Union || n.op == TermOp::Inter) {
            flatten(term, n.op, open_group, shape);
            std::sort(shape.begin() + 1, shape.end());
            shape.erase(std::unique(shape.begin() + 1, shape.end()), shape.end());
        } else {
            shape.push_back(n.imm);
            if (n.a.valid()) shape.push_back(number(n.a, open_group));
            if (n.b.valid()) shape.push_back(number(n.b, open_group));
        }
        const uint32_t result = table_.number(std::move(shape));
        memo_[{term.index, open_group}] = result;
        return result;
    }

  private:
    void flatten(Term term, TermOp op, uint32_t open_group, Shape& shape) {
        const TermNode& n = terms_.node(term);
        if (n.op != op) {
            shape.push_back(number(term, open_group));
            return;
        }
        flatten(n.a, op, open_group, shape);
        flatten(n.b, op, open_group, shape);
    }

    void add_variable(Shape& shape, uint32_t variable, uint32_t open_group) {
        const uint32_t group = terms_.variables()[variable].group;
        const std::vector<uint32_t>& members = terms_.groups()[group].variables;
        const auto it = std::find(members.begin(), members.end(), variable);
        shape.push_back(static_cast<uint32_t>(it - members.begin()));
        if (group == open_group) return;
        for (uint32_t member : members)
            shape.push_back(number(terms_.variables()[member].body, group));
    }

    const models::TermPool& terms_;
    Table& table_;
    std::map<std::pair<uint32_t, uint32_t>, uint32_t> memo_;
};

Meaning meaning(const Model& model, Table& table) {
    Meaning axioms;
    Numbering numbering(model, table);
    for (const models::Axiom& axiom : model.axioms)
        axioms.insert({static_cast<uint32_t>(axiom.kind), numbering.number(axiom.term)});
    return axioms;
}

/// The shipped models that the explorer knows.
class Library {
  public:
    Library() {
        add("sc", ModelClass::Sc);
        add("tso", ModelClass::Tso);
        add("pso", ModelClass::Pso);
        add("power", ModelClass::Power);
    }
    std::optional<Plan> find(const Model& model) {
        const std::scoped_lock lock(mutex_);
        const Meaning axioms = meaning(model, table_);
        std::optional<Plan> plan;
        for (const auto& [known, model_class] : classes_) {
            if (known == axioms) return Plan{model_class, false};
            if (std::includes(axioms.begin(), axioms.end(), known.begin(), known.end()))
                plan = Plan{model_class, true};
        }
        return plan;
    }

  private:
    void add(const char* name, ModelClass model) {
        classes_[meaning(models::load_model(name), table_)] = model;
    }

    std::mutex mutex_;
    Table table_;
    std::map<Meaning, ModelClass> classes_;
};

/// The set has all elements of the base set, seen by structure.
bool covers(const models::TermPool& terms, Term set, models::BaseSet base) {
    const TermNode& n = terms.node(set);
    switch (n.op) {
        case TermOp::BaseSet: {
            const auto which = static_cast<models::BaseSet>(n.imm);
            return which == base || which == models::BaseSet::Memory ||
                   which == models::BaseSet::All;
        }
        case TermOp::Union:
            return covers(terms, n.a, base) || covers(terms, n.b, base);
        case TermOp::Inter:
            return covers(terms, n.a, base) && covers(terms, n.b, base);
        default:
            return false;
    }
}

/// The relation has all pairs of po from reads to writes, seen by structure.
bool orders_read_write(const models::TermPool& terms, Term relation) {
    const TermNode& n = terms.node(relation);
    switch (n.op) {
        case TermOp::BaseRelation:
            return terms.is_base(relation, models::BaseRelation::Po);
        case TermOp::Product:
            return covers(terms, n.a, models::BaseSet::Reads) &&
                   covers(terms, n.b, models::BaseSet::Writes);
        case TermOp::Union:
            return orders_read_write(terms, n.a) || orders_read_write(terms, n.b);
        case TermOp::Inter:
            return orders_read_write(terms, n.a) && orders_read_write(terms, n.b);
        default:
            return false;
    }
}

/// The relation has all of rf between threads, seen by structure.
bool has_external_rf(const models::TermPool& terms, Term relation) {
    const TermNode& n = terms.node(relation);
    switch (n.op) {
        case TermOp::BaseRelation:
            return terms.is_base(relation, models::BaseRelation::Rf) ||
                   terms.is_base(relation, models::BaseRelation::Ext);
        case TermOp::Union:
            return has_external_rf(terms, n.a) || has_external_rf(terms, n.b);
        case TermOp::Inter:
            return has_external_rf(terms, n.a) && has_external_rf(terms, n.b);
        default:
            return false;
    }
}

bool implies_acyclic_po_rf(const Model& model) {
    return std::any_of(model.axioms.begin(), model.axioms.end(), [&](const models::Axiom& axiom) {
        return axiom.kind == models::AxiomKind::Acyclic &&
               orders_read_write(model.terms, axiom.term) &&
               has_external_rf(model.terms, axiom.term);
    });
}

}  // namespace

std::optional<Plan> make_plan(const Model& model) {
    static Library library;
    if (const auto plan = library.find(model)) return plan;
    if (models::implies_coherence(model) && implies_acyclic_po_rf(model))
        return Plan{ModelClass::Coherent, true};
    return std::nullopt;
}

}  // namespace fencepost::explorers::traces
