// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// "Is computed from" is a graph like the others: a read leads to every event in whose terms it
// occurs, a write to the reads that read from it. Most programs have no cycle of such edges at
// all; the ones that have (load buffering with dependencies) mostly have a model that orders
// them anyway. That is checked in the bounds: if some acyclic axiom contains rf between threads,
// and surely each pair (read, write) that is connected inside one thread, possibly through
// memory, then a cycle of values is a cycle of that axiom.
#include "encoders/value_order.h"

#include "ir/support.h"

namespace fencepost::encoders {

using models::BaseRelation;

namespace {

class ValueOrder {
  public:
    ValueOrder(const Plan& plan, Choices& choices, Bounds& bounds)
        : plan_(plan), choices_(choices), frame_(choices.frame()), bounds_(bounds) {}

    void run(OrderSink& orders) {
        const ir::Support support(frame_.program());
        flow_.reset(frame_.events(), frame_.events());
        DraftGraph graph;
        graph.nodes = frame_.events();
        bool has_flow = false;
        for (EventId e = 0; e < frame_.events(); ++e) {
            if (frame_.never(e)) continue;
            for (EventId read : support.of(e)) {
                if (frame_.never(read) || frame_.excludes(read, e)) continue;
                flow_.set(read, e);
                has_flow = true;
                add_edge(graph, read, e, choices_.both(read, e));
            }
        }
        if (!has_flow) return;
        for (EventId r : frame_.reads()) {
            for (EventId w : frame_.sources(r).writes) {
                add_edge(graph, w, r, choices_.rf(w, r));
                if (frame_.program().event(w).thread == frame_.program().event(r).thread)
                    flow_.set(w, r);
            }
        }
        if (is_implied()) return;
        require_acyclic(
            std::move(graph), [&](const DraftGraph::Edge& e) { return literals_[e.tag]; },
            choices_.gates(), orders);
    }

  private:
    void add_edge(DraftGraph& graph, EventId from, EventId to, Lit literal) {
        graph.edges.push_back(
            {from, to, literal == true_lit, static_cast<uint32_t>(literals_.size())});
        literals_.push_back(literal);
    }

    /// Some axiom orders all flow inside threads, and rf between them.
    bool is_implied() {
        if (!plan_.is_coherent()) return false;
        BitMatrix inside = flow_;
        inside.close();
        for (const AxiomPlan& plan : plan_.axioms()) {
            const models::Axiom& axiom = *plan.axiom;
            if (axiom.kind != models::AxiomKind::Acyclic ||
                !plan_.facts().contains_between_threads(BaseRelation::Rf, axiom.term))
                continue;
            const BitMatrix& must = bounds_.get(axiom.term).must;
            bool is_covered = true;
            for (EventId r : frame_.reads())
                for (EventId w : frame_.writes())
                    if (inside.get(r, w) && !must.get(r, w)) is_covered = false;
            if (is_covered) return true;
        }
        return false;
    }

    const Plan& plan_;
    Choices& choices_;
    const Frame& frame_;
    Bounds& bounds_;
    BitMatrix flow_;
    std::vector<Lit> literals_;
};

}  // namespace

void encode_value_order(const Plan& plan, Choices& choices, Bounds& bounds, OrderSink& orders) {
    ValueOrder(plan, choices, bounds).run(orders);
}

}  // namespace fencepost::encoders
