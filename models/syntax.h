// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// A .cat file as written: what models/syntax.cpp reads and models/elaborate.cpp turns into
// terms. The two steps are apart because a function's body means something only where it
// is called.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "ir/errors.h"
#include "models/model.h"

namespace fencepost::models {

struct Binding;

struct Syntax {
    enum class Kind : uint8_t {
        Name,
        /// `0` or `{}`: the empty set or relation, whichever fits.
        Empty,
        /// `op` applied to all children, left to right.
        Operator,
        /// text(children).
        Call,
        /// let bindings in child.
        LetIn,
        /// try child with child.
        Try,
    };

    Kind kind = Kind::Empty;
    TermOp op = TermOp::EmptyRelation;
    std::string text;
    std::vector<Syntax> children;
    std::vector<Binding> bindings;
    bool recursive = false;
    uint32_t line = 0, column = 0;
    /// Of the tree below; bounded, so that recursion over it is safe.
    uint32_t depth = 1;
};

struct Binding {
    std::string name;
    bool is_function = false;
    std::vector<std::string> parameters;
    Syntax body;
    uint32_t line = 0, column = 0;
};

struct Statement {
    enum class Kind : uint8_t { Let, Include, Axiom };

    Kind kind = Kind::Let;
    /// Let.
    std::vector<Binding> bindings;
    bool recursive = false;
    /// Include: the file. Axiom: its name or empty.
    std::string text;
    AxiomKind axiom = AxiomKind::Acyclic;
    Syntax body;
    uint32_t line = 0, column = 0;
};

struct SourceFile {
    std::string name;
    std::string title;
    std::vector<Statement> statements;
};

/// Throws ir::InputError (malformed) or ir::Unsupported (a construct we refuse).
SourceFile parse_syntax(std::string_view text, const std::string& file);

}  // namespace fencepost::models
