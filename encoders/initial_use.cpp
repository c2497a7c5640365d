// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Do the axioms of a model look at initial writes? A program that indexes an array has an
// initial write for each cell, so they are nodes only when a model needs them, and the shipped
// ones do not: initial writes have no incoming edges in rf, co or fr.
//
// The test abstracts each relation to which kinds of pairs it may have, out of events (E) and
// initial writes (I). Initial writes matter iff a path could lead through one (E to I to E),
// or an axiom could find a cycle or a forbidden pair with one.
#include <algorithm>

#include "encoders/facts.h"
#include "models/base.h"

namespace fencepost::encoders {

using models::BaseRelation;
using models::BaseSet;
using models::TermNode;

namespace {

// Kinds of pairs. A set uses EE for events and II for initial writes.
constexpr uint8_t EE = 1, EI = 2, IE = 4, II = 8, all_kinds = 15;

uint8_t compose(uint8_t a, uint8_t b) {
    uint8_t r = 0;
    if (((a & EE) && (b & EE)) || ((a & EI) && (b & IE))) r |= EE;
    if (((a & EE) && (b & EI)) || ((a & EI) && (b & II))) r |= EI;
    if (((a & IE) && (b & EE)) || ((a & II) && (b & IE))) r |= IE;
    if (((a & IE) && (b & EI)) || ((a & II) && (b & II))) r |= II;
    return r;
}

uint8_t closure(uint8_t a) {
    uint8_t r = a;
    for (int i = 0; i < 3; ++i) r |= compose(a, r);
    return r;
}

uint8_t base_kinds(BaseRelation relation) {
    switch (relation) {
        case BaseRelation::Rf:
            return EE | IE;
        case BaseRelation::Co:
            return EE | IE;
        case BaseRelation::Loc:
            return EE | EI | IE | II;
        case BaseRelation::Ext:
            return EE | EI | IE;
        case BaseRelation::Id:
            return EE | II;
        default:
            return EE;
    }
}

uint8_t inverse(uint8_t a) {
    return static_cast<uint8_t>((a & (EE | II)) | ((a & EI) ? IE : 0) | ((a & IE) ? EI : 0));
}

uint8_t product(uint8_t a, uint8_t b) {
    return static_cast<uint8_t>(((a & EE) && (b & EE) ? EE : 0) | ((a & EE) && (b & II) ? EI : 0) |
                                ((a & II) && (b & EE) ? IE : 0) | ((a & II) && (b & II) ? II : 0));
}

uint8_t domain(uint8_t a) {
    return static_cast<uint8_t>(((a & (EE | EI)) ? EE : 0) | ((a & (IE | II)) ? II : 0));
}

class Kinds {
  public:
    /// The least fixpoint, for recursive definitions.
    explicit Kinds(const models::TermPool& pool) : pool_(pool), kinds_(pool.size(), 0) {
        for (bool is_changed = true; is_changed;) {
            is_changed = false;
            for (uint32_t i = 0; i < pool.size(); ++i) {
                const uint8_t k = kinds_[i] | apply(pool.node(Term{i}));
                if (k != kinds_[i]) is_changed = true;
                kinds_[i] = k;
            }
        }
    }

    /// 0 for no term.
    uint8_t of(Term t) const { return t.valid() ? kinds_[t.index] : 0; }

    /// The term looks at a pair with an initial write inside, not at one of its ends.
    bool leads_through(const TermNode& n) const {
        const uint8_t a = of(n.a), b = of(n.b);
        switch (n.op) {
            case TermOp::Seq:
                return (a & EI) && (b & IE);
            case TermOp::Plus:
            case TermOp::Star:
                return (a & EI) && (a & IE);
            case TermOp::Domain:
                return (a & EI) != 0;
            case TermOp::Range:
                return (a & IE) != 0;
            default:
                return false;
        }
    }

    bool can_break(const models::Axiom& axiom) const {
        const uint8_t k = of(axiom.term);
        if ((k & II) || (axiom.kind == models::AxiomKind::Empty && (k & ~EE))) return true;
        return axiom.kind == models::AxiomKind::Acyclic && (k & EI) && (k & IE);
    }

  private:
    uint8_t apply(const TermNode& n) const {
        const uint8_t a = of(n.a), b = of(n.b);
        switch (n.op) {
            case TermOp::BaseSet:
                return models::contains_initial_writes(static_cast<BaseSet>(n.imm)) ? EE | II : EE;
            case TermOp::BaseRelation:
                return base_kinds(static_cast<BaseRelation>(n.imm));
            case TermOp::EmptySet:
            case TermOp::EmptyRelation:
                return 0;
            case TermOp::Union:
                return a | b;
            case TermOp::Inter:
                return a & b;
            case TermOp::Diff:
            case TermOp::Identity:
                return a;
            case TermOp::Complement:
                return n.type == models::Type::Set ? EE | II : all_kinds;
            case TermOp::Seq:
                return compose(a, b);
            case TermOp::Plus:
                return closure(a);
            case TermOp::Star:
                return closure(a) | EE | II;
            case TermOp::Opt:
                return a | EE | II;
            case TermOp::Inverse:
                return inverse(a);
            case TermOp::Product:
                return product(a, b);
            case TermOp::Domain:
                return domain(a);
            case TermOp::Range:
                return domain(inverse(a));
            case TermOp::RecVar:
                return of(pool_.variables()[n.imm].body);
        }
        return 0;
    }

    const models::TermPool& pool_;
    std::vector<uint8_t> kinds_;
};

}  // namespace

bool Facts::find_initial_use() const {
    const Kinds kinds(pool_);
    const std::vector<models::Polarity> used = models::polarities(model_);
    for (uint32_t i = 0; i < pool_.size(); ++i)
        if ((used[i].positive || used[i].negative) && kinds.leads_through(pool_.node(Term{i})))
            return true;
    return std::any_of(model_.axioms.begin(), model_.axioms.end(),
                       [&](const models::Axiom& axiom) { return kinds.can_break(axiom); });
}

}  // namespace fencepost::encoders
