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

}  // namespace

bool Facts::find_initial_use() const {
    std::vector<uint8_t> kinds(pool_.size(), 0);
    const std::vector<models::Polarity> used = models::polarities(model_);
    for (bool is_changed = true; is_changed;) {
        is_changed = false;
        for (uint32_t i = 0; i < pool_.size(); ++i) {
            const TermNode& n = pool_.node(Term{i});
            const uint8_t a = n.a.valid() ? kinds[n.a.index] : 0;
            const uint8_t b = n.b.valid() ? kinds[n.b.index] : 0;
            uint8_t k = 0;
            switch (n.op) {
                case TermOp::BaseSet:
                    k = EE;
                    if (models::contains_initial_writes(static_cast<BaseSet>(n.imm))) k |= II;
                    break;
                case TermOp::BaseRelation:
                    k = base_kinds(static_cast<BaseRelation>(n.imm));
                    break;
                case TermOp::EmptySet:
                case TermOp::EmptyRelation:
                    break;
                case TermOp::Union:
                    k = a | b;
                    break;
                case TermOp::Inter:
                    k = a & b;
                    break;
                case TermOp::Diff:
                    k = a;
                    break;
                case TermOp::Complement:
                    k = n.type == models::Type::Set ? EE | II : all_kinds;
                    break;
                case TermOp::Seq:
                    k = compose(a, b);
                    break;
                case TermOp::Plus:
                    k = closure(a);
                    break;
                case TermOp::Star:
                    k = closure(a) | EE | II;
                    break;
                case TermOp::Opt:
                    k = a | EE | II;
                    break;
                case TermOp::Inverse:
                    k = static_cast<uint8_t>((a & (EE | II)) | ((a & EI) ? IE : 0) |
                                             ((a & IE) ? EI : 0));
                    break;
                case TermOp::Identity:
                    k = a;
                    break;
                case TermOp::Product:
                    k = static_cast<uint8_t>(
                        ((a & EE) && (b & EE) ? EE : 0) | ((a & EE) && (b & II) ? EI : 0) |
                        ((a & II) && (b & EE) ? IE : 0) | ((a & II) && (b & II) ? II : 0));
                    break;
                case TermOp::Domain:
                    k = static_cast<uint8_t>(((a & (EE | EI)) ? EE : 0) |
                                             ((a & (IE | II)) ? II : 0));
                    break;
                case TermOp::Range:
                    k = static_cast<uint8_t>(((a & (EE | IE)) ? EE : 0) |
                                             ((a & (EI | II)) ? II : 0));
                    break;
                case TermOp::RecVar:
                    k = kinds[pool_.variables()[n.imm].body.index];
                    break;
            }
            k |= kinds[i];
            if (k != kinds[i]) is_changed = true;
            kinds[i] = k;
        }
    }
    for (uint32_t i = 0; i < pool_.size(); ++i) {
        if (!used[i].positive && !used[i].negative) continue;
        const TermNode& n = pool_.node(Term{i});
        const uint8_t a = n.a.valid() ? kinds[n.a.index] : 0;
        const uint8_t b = n.b.valid() ? kinds[n.b.index] : 0;
        if (n.op == TermOp::Seq && (a & EI) && (b & IE)) return true;
        if ((n.op == TermOp::Plus || n.op == TermOp::Star) && (a & EI) && (a & IE)) return true;
        if (n.op == TermOp::Domain && (a & EI)) return true;
        if (n.op == TermOp::Range && (a & IE)) return true;
    }
    for (const models::Axiom& axiom : model_.axioms) {
        const uint8_t k = kinds[axiom.term.index];
        if ((k & II) || (axiom.kind == models::AxiomKind::Empty && (k & ~EE))) return true;
        if (axiom.kind == models::AxiomKind::Acyclic && (k & EI) && (k & IE)) return true;
    }
    return false;
}

}  // namespace fencepost::encoders
