// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// One rule for each operator. A pair that can be in a union or a sequence in one way only needs
// no variable of its own: it is that way. Closures, unions and sequences with several ways, and
// recursion variables get a variable first and their clauses later, from a queue; so recursion
// in the model is no recursion here, and a variable may occur in its own definition. With
// one-sided clauses that means: at least the least fixpoint (encoders/plan.cpp).
//
// Static terms that are used negatively (`po \ ctrl`) are the exception: they are made of
// gates, which are equivalences.
#include "encoders/term_literals.h"

#include <fmt/format.h>

#include "ir/errors.h"

namespace fencepost::encoders {

using models::BaseRelation;
using models::TermNode;
using models::Type;

TermLiterals::TermLiterals(Choices& choices, Bounds& bounds, const Plan& plan)
    : choices_(choices),
      gates_(choices.gates()),
      bounds_(bounds),
      plan_(plan),
      frame_(choices.frame()),
      pool_(plan.model().terms) {}

Lit TermLiterals::get(Term t, uint32_t i, uint32_t j) {
    const Bound& bound = bounds_.get(t);
    const uint32_t row = pool_.type(t) == Type::Set ? 0 : i;
    if (!bound.may.get(row, j)) return false_lit;
    if (bound.must.get(row, j)) return choices_.both(i, j);
    const uint64_t n = frame_.nodes();
    const uint64_t key = (t.index * n + i) * n + j;
    if (const auto it = known_.find(key); it != known_.end()) return it->second;
    const Lit literal = plan_.is_exact(t) ? exact(t, i, j) : make(t, i, j);
    known_[key] = literal;
    return literal;
}

Lit TermLiterals::defer(Term t, uint32_t i, uint32_t j) {
    const Lit literal = gates_.fresh();
    pending_.push_back({t, i, j, literal});
    return literal;
}

Lit TermLiterals::make(Term t, uint32_t i, uint32_t j) {
    const TermNode& n = pool_.node(t);
    switch (n.op) {
        case TermOp::BaseRelation:
            return base(static_cast<BaseRelation>(n.imm), i, j);
        case TermOp::BaseSet:
        case TermOp::EmptySet:
        case TermOp::EmptyRelation:
            return false_lit;
        case TermOp::Union: {
            const uint32_t row = n.type == Type::Set ? 0 : i;
            if (!bounds_.may(n.a, row, j)) return get(n.b, i, j);
            if (!bounds_.may(n.b, row, j)) return get(n.a, i, j);
            return defer(t, i, j);
        }
        case TermOp::Inter: {
            const uint32_t row = n.type == Type::Set ? 0 : i;
            // What is sure of both ends that happen adds nothing.
            if (bounds_.get(n.b).must.get(row, j)) return get(n.a, i, j);
            if (bounds_.get(n.a).must.get(row, j)) return get(n.b, i, j);
            const Lit a = get(n.a, i, j), b = get(n.b, i, j);
            if (a == false_lit || b == false_lit) return false_lit;
            const Lit literal = gates_.fresh();
            imply(a, b, literal);
            return literal;
        }
        case TermOp::Diff: {
            const Lit a = get(n.a, i, j), b = get(n.b, i, j);
            if (b == false_lit) return a;
            const Lit literal = gates_.fresh();
            imply(a, -b, literal);
            return literal;
        }
        case TermOp::Complement:
            return gates_.conjunction(choices_.both(i, j), -get(n.a, i, j));
        case TermOp::Seq:
            if (const Lit step = single_step(n, i, j); step != 0) return step;
            return defer(t, i, j);
        case TermOp::Plus:
        case TermOp::RecVar:
        case TermOp::Domain:
        case TermOp::Range:
            return defer(t, i, j);
        case TermOp::Star:
        case TermOp::Opt:
            return n.op == TermOp::Opt ? get(n.a, i, j) : defer(t, i, j);
        case TermOp::Inverse:
            return get(n.a, j, i);
        case TermOp::Identity:
            return get(n.a, i, i);
        case TermOp::Product: {
            const Lit literal = gates_.fresh();
            imply(get(n.a, i, i), get(n.b, j, j), literal);
            return literal;
        }
    }
    return false_lit;
}

/// The literal of i;k;j if there is one way only and one of the two steps is sure; 0 if not.
Lit TermLiterals::single_step(const TermNode& n, uint32_t i, uint32_t j) {
    const Bound &a = bounds_.get(n.a), &b = bounds_.get(n.b);
    uint32_t middle = 0, ways = 0;
    a.may.for_each(i, [&](uint32_t k) {
        if (!b.may.get(k, j)) return;
        middle = k;
        ++ways;
    });
    if (ways != 1) return 0;
    const Lit x = get(n.a, i, middle), y = get(n.b, middle, j);
    if (x == true_lit) return y;
    if (y == true_lit) return x;
    return 0;
}

void TermLiterals::imply(Lit a, Lit b, Lit literal) {
    if (a == false_lit || b == false_lit) return;
    gates_.add({-a, -b, literal});
}

void TermLiterals::define(const Pending& p) {
    const TermNode& n = pool_.node(p.term);
    const auto& a = n.a.valid() ? bounds_.get(n.a).may : bounds_.get(p.term).may;
    switch (n.op) {
        case TermOp::Union:
            imply(get(n.a, p.i, p.j), true_lit, p.literal);
            imply(get(n.b, p.i, p.j), true_lit, p.literal);
            return;
        case TermOp::Seq: {
            const BitMatrix& b = bounds_.get(n.b).may;
            a.for_each(p.i, [&](uint32_t k) {
                if (b.get(k, p.j)) imply(get(n.a, p.i, k), get(n.b, k, p.j), p.literal);
            });
            return;
        }
        case TermOp::Plus:
        case TermOp::Star:
            // The first step, then the same relation again (for Star its own identity ends it).
            imply(get(n.a, p.i, p.j), true_lit, p.literal);
            a.for_each(p.i, [&](uint32_t k) {
                if (k != p.i && bounds_.may(p.term, k, p.j))
                    imply(get(n.a, p.i, k), get(p.term, k, p.j), p.literal);
            });
            return;
        case TermOp::RecVar:
            imply(get(pool_.variables()[n.imm].body, p.i, p.j), true_lit, p.literal);
            return;
        case TermOp::Domain:
            a.for_each(p.i, [&](uint32_t k) { imply(get(n.a, p.i, k), true_lit, p.literal); });
            return;
        case TermOp::Range:
            for (uint32_t k = 0; k < frame_.nodes(); ++k)
                if (a.get(k, p.i)) imply(get(n.a, k, p.i), true_lit, p.literal);
            return;
        default:
            return;
    }
}

/// Both directions, for static terms.
Lit TermLiterals::exact(Term t, uint32_t i, uint32_t j) {
    const TermNode& n = pool_.node(t);
    switch (n.op) {
        case TermOp::Union:
            return gates_.disjunction(get(n.a, i, j), get(n.b, i, j));
        case TermOp::Inter:
            return gates_.conjunction(get(n.a, i, j), get(n.b, i, j));
        case TermOp::Diff:
            return gates_.conjunction(get(n.a, i, j), -get(n.b, i, j));
        case TermOp::Product:
            return gates_.conjunction(get(n.a, i, i), get(n.b, j, j));
        case TermOp::Seq:
        case TermOp::Domain:
        case TermOp::Range: {
            std::vector<Lit> ways;
            for (uint32_t k = 0; k < frame_.nodes(); ++k) {
                if (n.op == TermOp::Seq) {
                    if (bounds_.may(n.a, i, k) && bounds_.may(n.b, k, j))
                        ways.push_back(gates_.conjunction(get(n.a, i, k), get(n.b, k, j)));
                } else {
                    ways.push_back(n.op == TermOp::Domain ? get(n.a, i, k) : get(n.a, k, i));
                }
            }
            return gates_.disjunction(std::move(ways));
        }
        case TermOp::Plus:
        case TermOp::Star:
        case TermOp::RecVar:
            throw ir::Unsupported(fmt::format(
                "the model uses the closure or recursion `{}` negatively, and its value is not "
                "fixed by this program",
                plan_.model().to_string(t)));
        default:
            return make(t, i, j);
    }
}

Lit TermLiterals::dependency(ir::DepSet set, EventId read) {
    for (const ir::Dependency& d : frame_.program().deps().get(set))
        if (d.read == read) return choices_.condition(d.guard);
    return false_lit;
}

Lit TermLiterals::control(EventId read, EventId to) {
    const ir::Program& program = frame_.program();
    const auto& events = program.threads()[program.event(to).thread].events;
    std::vector<Lit> ways;
    for (size_t i = 0; i < program.event(to).position; ++i) {
        const ir::Event& branch = program.event(events[i]);
        if (branch.ctrl.empty()) continue;
        ways.push_back(
            gates_.conjunction(choices_.happens(events[i]), dependency(branch.ctrl, read)));
    }
    return gates_.conjunction(choices_.both(read, to), gates_.disjunction(std::move(ways)));
}

Lit TermLiterals::base(BaseRelation relation, uint32_t i, uint32_t j) {
    const ir::Program& program = frame_.program();
    const bool has_initial = frame_.is_initial(i) || frame_.is_initial(j);
    const auto together = [&](Lit literal) {
        return gates_.conjunction(choices_.both(i, j), literal);
    };
    switch (relation) {
        case BaseRelation::Addr:
            return together(dependency(program.event(j).addr, i));
        case BaseRelation::Data:
            return together(dependency(program.event(j).data, i));
        case BaseRelation::Rmw:
            return together(dependency(program.event(j).rmw, i));
        case BaseRelation::Ctrl:
            return control(i, j);
        case BaseRelation::Loc:
            if (!has_initial) return together(choices_.same(i, j));
            return frame_.is_initial(i) ? together(choices_.at(j, frame_.location(i)))
                                        : together(choices_.at(i, frame_.location(j)));
        case BaseRelation::Rf:
            if (!has_initial) return choices_.rf(i, j);
            return gates_.conjunction(choices_.initial(j), choices_.at(j, frame_.location(i)));
        case BaseRelation::Co:
            if (!has_initial) return choices_.co(i, j);
            return together(choices_.at(j, frame_.location(i)));
        case BaseRelation::Fr:
            return choices_.fr(i, j);
        case BaseRelation::Po:
        case BaseRelation::Int:
        case BaseRelation::Ext:
        case BaseRelation::Id:
            return choices_.both(i, j);
    }
    return false_lit;
}

}  // namespace fencepost::encoders
