// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Inclusions are proved by structural induction; each rule is one line of relational algebra.
//
// Two-colour groups. The text of POWER's ppo defines four relations by mutual recursion,
// "initiates before initiates" and so on. If the four bodies contain exactly the compositions
// X[p][q] ⊇ X[p][m];X[m][q] for all p, q, m and the coercions X[1][q] ⊆ X[0][q],
// X[p][0] ⊆ X[p][1], the least fixpoint is reachability in a graph with two nodes for each
// event, the first leading to the second (Nidhugg computes it that way: Abdulla, Atig,
// Jonsson, Leonardsson, "Stateless Model Checking for POWER", CAV 2016). Cubic joins become
// linear paths.
#include "encoders/facts.h"

#include <algorithm>

namespace fencepost::encoders {

using models::BaseRelation;
using models::TermNode;

Facts::Facts(const models::Model& model)
    : model_(model),
      pool_(model.terms),
      static_(models::static_terms(model)),
      coherent_(models::implies_coherence(model)),
      atomic_(models::implies_atomicity(model)) {
    for (uint32_t group = 0; group < pool_.groups().size(); ++group)
        groups_.push_back(recognise(group));
    needs_initial_ = find_initial_use();
}

bool Facts::included(Term t, Term r) const {
    if (t == r || pool_.is_empty(t)) return true;
    const TermNode &n = pool_.node(t), &m = pool_.node(r);
    if (n.op == TermOp::Union) return included(n.a, r) && included(n.b, r);
    if (m.op == TermOp::Union && (included(t, m.a) || included(t, m.b))) return true;
    if (m.op == TermOp::Inter && included(t, m.a) && included(t, m.b)) return true;
    if (n.op == TermOp::Inter) return included(n.a, r) || included(n.b, r);
    if (n.op == TermOp::Diff) return included(n.a, r);
    return false;
}

bool Facts::included_in_plus(Term t, Term r) const {
    if (included(t, r)) return true;
    const TermNode& n = pool_.node(t);
    switch (n.op) {
        case TermOp::Union:
            return included_in_plus(n.a, r) && included_in_plus(n.b, r);
        case TermOp::Inter:
            return included_in_plus(n.a, r) || included_in_plus(n.b, r);
        case TermOp::Diff:
        case TermOp::Plus:
            return included_in_plus(n.a, r);
        case TermOp::Seq:
            return (included_in_plus(n.a, r) && included_in_star(n.b, r)) ||
                   (included_in_star(n.a, r) && included_in_plus(n.b, r));
        default:
            return false;
    }
}

bool Facts::included_in_star(Term t, Term r) const {
    const TermNode& n = pool_.node(t);
    switch (n.op) {
        case TermOp::Star:
        case TermOp::Opt:
            return included_in_star(n.a, r);
        case TermOp::Identity:
            return true;
        case TermOp::Union:
        case TermOp::Seq:
            if (included_in_star(n.a, r) && included_in_star(n.b, r)) return true;
            break;
        default:
            break;
    }
    return pool_.is_base(t, BaseRelation::Id) || included_in_plus(t, r);
}

bool Facts::contains_between_threads(BaseRelation relation, Term t) const {
    const TermNode& n = pool_.node(t);
    if (pool_.is_base(t, relation)) return true;
    if (n.op == TermOp::Union)
        return contains_between_threads(relation, n.a) || contains_between_threads(relation, n.b);
    if (n.op != TermOp::Inter) return false;
    const auto is_external = [&](Term x) { return pool_.is_base(x, BaseRelation::Ext); };
    return (contains_between_threads(relation, n.a) && is_external(n.b)) ||
           (contains_between_threads(relation, n.b) && is_external(n.a));
}

bool Facts::is_communication(Term t) const {
    const TermNode& n = pool_.node(t);
    if (n.op == TermOp::Union) return is_communication(n.a) && is_communication(n.b);
    if (n.op == TermOp::Inter) return is_communication(n.a) || is_communication(n.b);
    return pool_.is_base(t, BaseRelation::Rf) || pool_.is_base(t, BaseRelation::Co) ||
           pool_.is_base(t, BaseRelation::Fr);
}

bool Facts::is_forward(Term t) const {
    const TermNode& n = pool_.node(t);
    switch (n.op) {
        case TermOp::EmptyRelation:
            return true;
        case TermOp::BaseRelation:
            switch (static_cast<BaseRelation>(n.imm)) {
                case BaseRelation::Po:
                case BaseRelation::Addr:
                case BaseRelation::Data:
                case BaseRelation::Ctrl:
                case BaseRelation::Rmw:
                    return true;
                default:
                    return false;
            }
        case TermOp::Union:
        case TermOp::Seq:
            return is_forward(n.a) && is_forward(n.b);
        case TermOp::Plus:
        case TermOp::Diff:
            return is_forward(n.a);
        case TermOp::Inter: {
            if (is_forward(n.a) || is_forward(n.b)) return true;
            // rf, co, fr within a thread follow program order if locations are coherent.
            const auto chosen = [&](Term x) {
                return pool_.is_base(x, BaseRelation::Rf) || pool_.is_base(x, BaseRelation::Co) ||
                       pool_.is_base(x, BaseRelation::Fr);
            };
            return coherent_ && ((chosen(n.a) && pool_.is_base(n.b, BaseRelation::Int)) ||
                                 (chosen(n.b) && pool_.is_base(n.a, BaseRelation::Int)));
        }
        default:
            return false;
    }
}

bool Facts::is_acyclic(Term t) const {
    if (is_forward(t)) return true;
    for (const models::Axiom& axiom : model_.axioms) {
        if (axiom.kind != models::AxiomKind::Acyclic) continue;
        Term r = axiom.term;
        while (pool_.node(r).op == TermOp::Plus) r = pool_.node(r).a;
        if (included_in_plus(t, r)) return true;
    }
    return false;
}

void Facts::collect_alternatives(Term t, std::vector<Term>& out) const {
    const TermNode& n = pool_.node(t);
    if (n.op == TermOp::Union) {
        collect_alternatives(n.a, out);
        collect_alternatives(n.b, out);
    } else if (!pool_.is_empty(t)) {
        out.push_back(t);
    }
}

namespace {

/// Tries to read a group of four variables as X[0][0], X[0][1], X[1][0], X[1][1].
class TwoColourReader {
  public:
    /// `alternatives`: the united parts of each variable's body.
    TwoColourReader(const models::TermPool& pool, uint32_t group,
                    const std::array<std::vector<Term>, 4>& alternatives)
        : pool_(pool),
          group_(group),
          variables_(pool.groups()[group].variables),
          alternatives_(alternatives) {}

    /// order[2p+q] = index of X[p][q]
    std::optional<TwoColourGroup> read(const std::array<int, 4>& order) {
        order_ = order;
        result_ = {};
        for (int p = 0; p < 2; ++p)
            for (int q = 0; q < 2; ++q)
                if (!read_body(p, q)) return std::nullopt;
        return result_;
    }

  private:
    /// Coercions and compositions found in a body.
    struct Found {
        bool first, last;
        bool through[2] = {false, false};
    };

    /// Which of the four variables is a term? 4 = none of them.
    int variable(Term t) const {
        int i = 0;
        while (i < 4 && pool_.variables()[variables_[i]].variable != t) ++i;
        return i;
    }

    bool read_body(int p, int q) {
        const int own = order_[2 * p + q];
        result_.variable[p][q] = variables_[own];
        Found found{p == 1, q == 0};
        for (Term t : alternatives_[own])
            if (!read_alternative(t, p, q, found)) return false;
        return found.first && found.last && found.through[0] && found.through[1];
    }

    bool read_alternative(Term t, int p, int q, Found& found) {
        const TermNode& n = pool_.node(t);
        if (const int v = variable(t); v < 4) {
            const bool is_first = p == 0 && v == order_[2 + q];
            const bool is_last = q == 1 && v == order_[2 * p];
            found.first |= is_first;
            found.last |= !is_first && is_last;
            return is_first || is_last;
        }
        if (n.op == TermOp::Seq && variable(n.a) < 4 && variable(n.b) < 4) {
            for (int m = 0; m < 2; ++m) {
                if (variable(n.a) != order_[2 * p + m] || variable(n.b) != order_[2 * m + q])
                    continue;
                found.through[m] = true;
                return true;
            }
            return false;
        }
        if (n.group == group_) return false;
        result_.steps[p][q].push_back(t);
        return true;
    }

    const models::TermPool& pool_;
    const uint32_t group_;
    const std::vector<uint32_t>& variables_;
    const std::array<std::vector<Term>, 4>& alternatives_;
    std::array<int, 4> order_{};
    TwoColourGroup result_;
};

}  // namespace

std::optional<TwoColourGroup> Facts::recognise(uint32_t group) const {
    const auto& variables = pool_.groups()[group].variables;
    if (variables.size() != 4) return std::nullopt;
    std::array<std::vector<Term>, 4> alternatives;
    for (int i = 0; i < 4; ++i)
        collect_alternatives(pool_.variables()[variables[i]].body, alternatives[i]);
    TwoColourReader reader(pool_, group, alternatives);
    std::array<int, 4> order{0, 1, 2, 3};
    do {
        if (auto result = reader.read(order)) return result;
    } while (std::next_permutation(order.begin(), order.end()));
    return std::nullopt;
}

}  // namespace fencepost::encoders
