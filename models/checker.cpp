// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Axioms over evaluated terms. Most candidates an enumerator proposes violate coherence, the
// cheapest axiom of every model, so consistent() asks in order of cost; check() and
// explain() ask in the model's own order, because that is what people expect to be told.
#include "models/checker.h"

#include <algorithm>
#include <numeric>

#include "ir/check.h"
#include "models/explain.h"

namespace fencepost::models {

namespace {

/// A rough count of row operations; fixpoints are several rounds of everything inside.
unsigned cost(const Model& model, const Schedule& schedule) {
    unsigned result = 0;
    for (const Step& step : schedule) {
        for (Term t : step.terms) {
            const TermOp op = model.terms.node(t).op;
            const unsigned once = op == TermOp::Star || op == TermOp::Plus ? 8
                                  : op == TermOp::Seq                      ? 3
                                                                           : 1;
            result += step.group == no_group ? once : 4 * once;
        }
    }
    return result;
}

}  // namespace

Checker::Checker(const Model& model, const ir::Program& program)
    : model_(model), values_(model, program), order_(model.axioms.size()) {
    std::vector<unsigned> costs;
    for (const Axiom& axiom : model.axioms) {
        schedules_.push_back(values_.schedule(axiom.term));
        costs.push_back(cost(model, schedules_.back()));
    }
    std::iota(order_.begin(), order_.end(), size_t{0});
    std::sort(order_.begin(), order_.end(),
              [&](size_t a, size_t b) { return std::pair(costs[a], a) < std::pair(costs[b], b); });
}

bool Checker::holds(size_t axiom) {
    values_.run(schedules_[axiom]);
    const BitMatrix& value = values_.get(model_.axioms[axiom].term);
    switch (model_.axioms[axiom].kind) {
        case AxiomKind::Acyclic:
            return value.is_acyclic();
        case AxiomKind::Irreflexive:
            return value.is_irreflexive();
        case AxiomKind::Empty:
            return value.empty();
    }
    return false;
}

bool Checker::consistent(const ir::Execution& execution) {
    values_.set_execution(execution);
    return std::all_of(order_.begin(), order_.end(), [&](size_t axiom) { return holds(axiom); });
}

Judgement Checker::check(const ir::Execution& execution) {
    values_.set_execution(execution);
    for (size_t axiom = 0; axiom < model_.axioms.size(); ++axiom)
        if (!holds(axiom)) return {false, axiom, model_.axioms[axiom].name, {}};
    return {};
}

Judgement Checker::explain(const ir::Execution& execution) {
    Judgement judgement = check(execution);
    if (judgement.consistent) return judgement;
    Explainer explainer(model_, values_.graph().nodes(), [&](Term t) -> const BitMatrix& {
        values_.run(values_.schedule(t));
        return values_.get(t);
    });
    judgement.edges = explainer.violation(model_.axioms[judgement.axiom]);
    CHECK(!judgement.edges.empty(), "a violated axiom should have an explanation");
    return judgement;
}

Relation Checker::evaluate(const ir::Execution& execution, Term term) {
    values_.set_execution(execution);
    values_.run(values_.schedule(term));
    const BitMatrix& value = values_.get(term);
    const std::vector<Node>& nodes = values_.graph().nodes();
    const bool is_set = model_.terms.type(term) == Type::Set;
    Relation result;
    for (uint32_t i = 0; i < value.rows(); ++i)
        value.for_each(i, [&](uint32_t j) { result.push_back({nodes[is_set ? j : i], nodes[j]}); });
    return result;
}

std::string to_string(const ir::Program& program, const Node& node) {
    if (node.is_initial()) return "init " + program.describe_address(node.location.address);
    const ir::Event& event = program.event(node.event);
    std::string text = program.threads()[event.thread].name + ":" + std::to_string(event.position) +
                       " " + std::string(ir::name(event.kind));
    if (event.is_access()) text += " " + program.describe_address(node.location.address);
    if (event.is_fence()) text += " " + std::string(ir::name(event.fence));
    return text;
}

}  // namespace fencepost::models
