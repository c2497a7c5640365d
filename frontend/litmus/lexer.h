// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Tokens of a litmus test, from the `{` of the initial state on; what is before it is
// free text and belongs to the parser. Comments `(* *)` nest and vanish; `<<` ends the
// test (old tools kept commands behind it).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ir/errors.h"

namespace fencepost::frontend::litmus {

enum class TokenKind : uint8_t {
    Name,
    Number,
    /// %name: a register the assembler chooses.
    SymbolicRegister,
    Pipe,
    Semicolon,
    Comma,
    Colon,
    LeftParen,
    RightParen,
    LeftBracket,
    RightBracket,
    LeftBrace,
    RightBrace,
    Equal,
    NotEqual,
    Implies,
    And,
    Or,
    Not,
    Star,
    Ampersand,
    End,
};

struct Token {
    TokenKind kind = TokenKind::End;
    uint32_t line = 1;
    uint32_t column = 1;
    /// As written, inside the text; without the % of a symbolic register.
    std::string_view text;
    /// Number: its value, two's complement.
    uint64_t value = 0;
};

/// A place in the text and how people count it.
struct TextPosition {
    size_t offset = 0;
    uint32_t line = 1;
    size_t line_start = 0;

    uint32_t column() const { return static_cast<uint32_t>(offset - line_start + 1); }
};

class Lexer {
  public:
    Lexer(std::string_view text, const std::string& file) : text_(text), file_(file) {}

    // Free text before the initial state.
    /// Skips blanks, line ends and comments.
    void skip_blanks();
    /// The next blank-free word, empty at the end of the line.
    std::string_view word();
    /// Moves to the `{` that starts the initial state: not one in a comment or quotes.
    void find_initial_state();

    TextPosition position() const { return at_; }
    /// All tokens from here on; the last one is End.
    std::vector<Token> tokens();

    [[noreturn]] void fail(TextPosition where, const std::string& message) const;

  private:
    char peek(size_t ahead = 0) const {
        return at_.offset + ahead < text_.size() ? text_[at_.offset + ahead] : '\0';
    }
    bool done() const { return at_.offset >= text_.size(); }
    void advance();
    bool at_comment() const { return peek() == '(' && peek(1) == '*'; }
    void skip_comment();

    Token next();
    Token name(TextPosition start, TokenKind kind);
    Token number(TextPosition start);
    Token symbol(TextPosition start);
    Token make(TextPosition start, TokenKind kind) const;

    std::string_view text_;
    const std::string& file_;
    TextPosition at_;
};

}  // namespace fencepost::frontend::litmus
