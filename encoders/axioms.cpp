// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// One way for each kind of axiom:
//
//   empty        each pair that may be there is forbidden, by clauses over its parts
//   acyclic      the product of its automaton with the program is an order graph
//   irreflexive  reachability in the product, from each target of a first step: T(x) holds of
//                what the rest of a path can reach from it, and the first step back to where T
//                arrives is forbidden. Not an acyclicity: that would be stronger. Where this
//                takes too many clauses it is left until there is a solution
//
// Beside the axioms: co has no cycle (where no axiom says so), and values do not depend on
// themselves (ir/execution.h), unless every such dependency is surely part of an axiom's order.
#include "encoders/axioms.h"

#include <algorithm>

#include "encoders/coherence.h"
#include "encoders/value_order.h"

namespace fencepost::encoders {

using models::AxiomKind;
using models::TermNode;
using models::Type;

namespace {

class Axioms {
  public:
    Axioms(const Plan& plan, Choices& choices, Protection& protection, Bounds& bounds,
           OrderSink& orders, const ReturnOptions& options, const std::function<void()>& poll)
        : plan_(plan),
          choices_(choices),
          frame_(choices.frame()),
          gates_(choices.gates()),
          protection_(protection),
          bounds_(bounds),
          orders_(orders),
          options_(options),
          poll_(poll),
          literals_(choices, bounds, plan),
          pool_(plan.model().terms) {}

    std::vector<ReturnGraph> run() {
        if (plan_.is_coherent()) encode_coherence(choices_);
        if (plan_.needs_co_order()) encode_co_order();
        for (const AxiomPlan& axiom : plan_.axioms()) {
            poll_();
            if (axiom.is_coherence) continue;
            switch (axiom.axiom->kind) {
                case AxiomKind::Empty:
                    encode_empty(axiom.axiom->term);
                    break;
                case AxiomKind::Acyclic:
                    encode_acyclic(axiom);
                    break;
                case AxiomKind::Irreflexive:
                    encode_irreflexive(axiom);
                    break;
            }
        }
        encode_value_order(plan_, choices_, bounds_, orders_);
        literals_.finish(poll_);
        return std::move(lazy_);
    }

  private:
    /// With recursion unfolded, unless the program leaves no choice about it.
    const Automaton& automaton(const AxiomPlan& axiom) {
        for (Term variable : axiom.variables) {
            const Bound& bound = bounds_.get(variable);
            if (!(bound.may == bound.must)) return axiom.unfolded;
        }
        return axiom.variables.empty() ? axiom.unfolded : axiom.folded;
    }

    void encode_acyclic(const AxiomPlan& axiom) {
        const Automaton& a = automaton(axiom);
        Product product(a, plan_.facts(), protection_.steps(a), bounds_, literals_, choices_);
        forbid_identity(a, product);
        std::vector<Product::Origin> origins;
        DraftGraph graph = product.draft(origins);
        require_acyclic(
            std::move(graph),
            [&](const DraftGraph::Edge& e) {
                const Product::Origin& origin = origins[e.tag];
                return product.literal(origin.transition, origin.from, origin.to);
            },
            gates_, orders_);
    }

    void encode_irreflexive(const AxiomPlan& axiom) {
        const Automaton& a = automaton(axiom);
        Product product(a, plan_.facts(), protection_.steps(a), bounds_, literals_, choices_);
        forbid_identity(a, product);
        if (auto lazy = forbid_return(a, product, frame_.nodes(), gates_, options_, poll_))
            lazy_.push_back(std::move(*lazy));
    }

    /// Events that are related to themselves by the empty path must not happen.
    void forbid_identity(const Automaton& a, Product& product) {
        for (const Accept& accept : a.accepts) {
            if (accept.state != 0) continue;
            for (uint32_t node = 0; node < frame_.nodes(); ++node)
                if (!frame_.never(node) && product.may_pass(accept.filter, node))
                    gates_.add({-choices_.happens(node), -product.passes(accept.filter, node)});
        }
    }

    void encode_empty(Term t) {
        const BitMatrix& may = bounds_.get(t).may;
        for (uint32_t i = 0; i < may.rows(); ++i)
            may.for_each(i, [&](uint32_t j) { forbid(t, pool_.type(t) == Type::Set ? j : i, j); });
    }

    /// (i, j) is not in t. Looks into t, to do without a variable for it.
    void forbid(Term t, uint32_t i, uint32_t j) {
        const TermNode& n = pool_.node(t);
        const Bound& bound = bounds_.get(t);
        const uint32_t row = n.type == Type::Set ? 0 : i;
        if (!bound.may.get(row, j)) return;
        if (bound.must.get(row, j)) return gates_.add({-choices_.both(i, j)});
        switch (n.op) {
            case TermOp::Union:
                forbid(n.a, i, j);
                return forbid(n.b, i, j);
            case TermOp::Inter:
                if (bounds_.get(n.b).must.get(row, j)) return forbid(n.a, i, j);
                if (bounds_.get(n.a).must.get(row, j)) return forbid(n.b, i, j);
                return gates_.add({-literals_.get(n.a, i, j), -literals_.get(n.b, i, j)});
            case TermOp::Seq:
                bounds_.get(n.a).may.for_each(i, [&](uint32_t k) {
                    if (!bounds_.may(n.b, k, j)) return;
                    const Lit a = literals_.get(n.a, i, k);
                    if (a != false_lit) gates_.add({-a, -literals_.get(n.b, k, j)});
                });
                return;
            default:
                return gates_.add({-literals_.get(t, i, j)});
        }
    }

    void encode_co_order() {
        DraftGraph graph;
        graph.nodes = frame_.events();
        std::vector<Lit> literals;
        for (EventId a : frame_.writes()) {
            frame_.may_co().for_each(a, [&](uint32_t b) {
                const Lit literal = choices_.co(a, b);
                graph.edges.push_back(
                    {a, b, literal == true_lit, static_cast<uint32_t>(literals.size())});
                literals.push_back(literal);
            });
        }
        require_acyclic(
            std::move(graph), [&](const DraftGraph::Edge& e) { return literals[e.tag]; }, gates_,
            orders_);
    }

    const Plan& plan_;
    Choices& choices_;
    const Frame& frame_;
    Gates& gates_;
    Protection& protection_;
    Bounds& bounds_;
    OrderSink& orders_;
    const ReturnOptions options_;
    const std::function<void()>& poll_;
    TermLiterals literals_;
    const models::TermPool& pool_;
    std::vector<ReturnGraph> lazy_;
};

}  // namespace

std::vector<ReturnGraph> encode_axioms(const Plan& plan, Choices& choices, Protection& protection,
                                       Bounds& bounds, OrderSink& orders,
                                       const ReturnOptions& options,
                                       const std::function<void()>& poll) {
    return Axioms(plan, choices, protection, bounds, orders, options, poll).run();
}

}  // namespace fencepost::encoders
