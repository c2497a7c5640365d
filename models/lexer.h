// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Tokens of the .cat language. Names may contain '-' and '.', so `po-loc` is one token;
// `^-1`, `^+`, `^*`, `^?` are one token each. Comments: (* nested *), // and # to the end
// of the line.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace fencepost::models {

enum class TokenKind : uint8_t {
    Name,
    Keyword,
    String,
    /// 'name, an element of an enumeration.
    Tag,
    /// Punctuation, compared by text.
    Sign,
    End,
};

struct Token {
    TokenKind kind = TokenKind::End;
    /// Without quotes. A view into the lexed text, which must outlive the token.
    std::string_view text;
    uint32_t line = 1;
    uint32_t column = 1;

    bool is(std::string_view sign_or_keyword) const {
        return (kind == TokenKind::Sign || kind == TokenKind::Keyword) && text == sign_or_keyword;
    }
};

/// The whole text; the last token is End. Throws ir::InputError.
std::vector<Token> lex(std::string_view text, const std::string& file);

/// "`let`", "end of file": for "expected …, found …".
std::string describe(const Token& token);

}  // namespace fencepost::models
