// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// What an engine may take for granted about a model: which terms are fixed by the
// program, in which direction the axioms use the engine's choices, and whether each
// location alone behaves sequentially.
#pragma once

#include <vector>

#include "models/model.h"

namespace fencepost::models {

/// By term index: does not depend on rf, co or fr.
std::vector<bool> static_terms(const Model& model);
bool is_static(const Model& model, Term term);

/// In which directions is a term used by the axioms? Growing a positively used relation can
/// only violate axioms, growing a negatively used one can only repair them.
struct Polarity {
    bool positive = false;
    bool negative = false;
};
/// By term index; neither = not used by any axiom.
std::vector<Polarity> polarities(const Model& model);

/// No axiom uses rf, co or fr negatively, so encoders need base -> derived implications
/// only (the shipped models are like this).
bool is_monotone(const Model& model);

/// Some axiom says acyclic(… | rf | co | fr | po or po-loc | …): the axiom implies that each
/// location alone is sequentially consistent, and an enumerator may prune by that. False
/// means "not seen", for the test is syntactic.
bool implies_coherence(const Model& model);

/// Some axiom says empty(rmw & (fre;coe)): no other thread writes between the read and the
/// write of a read-modify-write. Syntactic, too.
bool implies_atomicity(const Model& model);

}  // namespace fencepost::models
