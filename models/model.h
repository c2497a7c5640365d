// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// A memory model: named relations and the axioms over them. A candidate execution is
// consistent iff every axiom holds of it. models/parse.h makes one from text,
// models/checker.h judges executions by it, the encoders compile it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ir/errors.h"
#include "models/term.h"

namespace fencepost::models {

enum class AxiomKind : uint8_t { Acyclic, Irreflexive, Empty };

std::string_view name(AxiomKind kind);

struct Axiom {
    AxiomKind kind = AxiomKind::Acyclic;
    Term term;
    /// What follows `as`; otherwise "axiom-N", counted from 1.
    std::string name;
    ir::Position position;
};

/// `let name = …` at top level. A later definition of the same name hides, but does not
/// change, an earlier one.
struct Definition {
    std::string name;
    Term term;
    ir::Position position;
    /// From our library (rfe, po-loc…), not from the model's own text.
    bool from_library = false;
};

struct Model {
    /// As the file says, or the file's name.
    std::string title;
    TermPool terms;
    std::vector<Definition> definitions;
    std::vector<Axiom> axioms;

    /// What a name means at the end of the text: base relation, base set or definition;
    /// an invalid term if nothing.
    Term find(std::string_view name) const;
    /// The name a reader knows the term by: that of a base term, of the first definition
    /// with this meaning, or of a recursion variable. Empty if there is none.
    std::string_view name_of(Term term) const;
    /// The term in .cat syntax, names for what has one; cut with "…" when long.
    std::string to_string(Term term) const;
};

}  // namespace fencepost::models
