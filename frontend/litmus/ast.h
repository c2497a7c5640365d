// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// A litmus test as written: what stands where, before anything is known about
// instructions. Code is kept as places in the token list, since only the instruction set
// (ppc.cpp, x86.cpp) can read it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/litmus/lexer.h"
#include "ir/program.h"

namespace fencepost::frontend::litmus {

/// What a declaration says about a value: where final states cut it.
struct Type {
    uint8_t width = 32;
    bool is_signed = true;
};

/// A register or a memory location.
struct Place {
    enum class Kind : uint8_t { Register, SymbolicRegister, Memory };

    Kind kind = Kind::Memory;
    /// Register: the number before the colon (a symbolic register may have none).
    std::optional<uint32_t> thread;
    std::string_view name;
    Token token;
};

/// A number or the address of a location.
struct Constant {
    uint64_t number = 0;
    /// Not empty: the location.
    std::string_view location;
};

struct InitialValue {
    Place place;
    std::optional<Type> type;
    Constant value;
};

struct Label {
    std::string_view name;
    /// Of the instruction that follows, counting from 0.
    uint32_t instruction = 0;
    Token token;
};

struct ThreadCode {
    uint32_t number = 0;
    Token token;
    /// Index of the first token of each instruction.
    std::vector<uint32_t> instructions;
    std::vector<Label> labels;
};

/// Node of a proposition; operands have smaller indices. Conjunctions and disjunctions
/// have any number of operands, so that depth is what the user nested.
struct Proposition {
    enum class Kind : uint8_t { True, False, And, Or, Not, Implies, Equals, SameContent };

    Kind kind = Kind::True;
    std::vector<uint32_t> operands;
    /// Equals: left = value. SameContent: left = right.
    Place left, right;
    Constant value;
};

struct Test {
    std::string_view architecture;
    std::string_view name;
    TextPosition header;
    std::vector<Token> tokens;

    std::vector<InitialValue> initial;
    std::vector<ThreadCode> threads;
    std::vector<Place> locations;

    ir::Quantifier quantifier = ir::Quantifier::Forall;
    std::vector<Proposition> propositions;
    /// Index of the whole proposition.
    uint32_t proposition = 0;
};

}  // namespace fencepost::frontend::litmus
