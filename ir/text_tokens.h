// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// The words of the text form, shared by printer and parser: names, quoted strings,
// numbers, single punctuation characters.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace fencepost::ir {

enum class TokenKind : uint8_t { Word, Number, String, Punctuation, EndOfInput };

struct Token {
    TokenKind kind = TokenKind::EndOfInput;
    /// Strings: the unquoted content.
    std::string text;
    uint64_t number = 0;
    uint32_t line = 1;
    uint32_t column = 1;
};

/// "text" with quotes, backslashes and control characters escaped.
std::string quote(std::string_view text);

/// The name itself where it is one word, quoted otherwise.
std::string name_token(std::string_view name);

/// Throws InputError on a character or string that is none of the above.
std::vector<Token> tokenize(std::string_view text, const std::string& file);

}  // namespace fencepost::ir
