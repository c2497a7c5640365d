// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Reads a token list from left to right; every failure names the token it stands at and
// what was expected instead.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/litmus/lexer.h"

namespace fencepost::frontend::litmus {

class Cursor {
  public:
    /// The last token must be End; list and file name must outlive the cursor.
    Cursor(const std::vector<Token>& tokens, const std::string& file, size_t start = 0)
        : tokens_(tokens), file_(file), index_(start) {}

    const Token& peek(size_t ahead = 0) const {
        return tokens_[std::min(index_ + ahead, tokens_.size() - 1)];
    }
    uint32_t index() const { return static_cast<uint32_t>(index_); }
    void seek(size_t index) { index_ = index; }

    bool at(TokenKind kind) const { return peek().kind == kind; }
    bool at_name(std::string_view name) const { return at(TokenKind::Name) && peek().text == name; }
    const Token& next() {
        const Token& token = peek();
        if (token.kind != TokenKind::End) ++index_;
        return token;
    }
    bool accept(TokenKind kind) {
        if (!at(kind)) return false;
        next();
        return true;
    }
    bool accept_name(std::string_view name) {
        if (!at_name(name)) return false;
        next();
        return true;
    }
    const Token& expect(TokenKind kind, std::string_view expected) {
        if (!at(kind)) unexpected(expected);
        return next();
    }

    /// "unexpected `;`, expected a register" at the current token.
    [[noreturn]] void unexpected(std::string_view expected) const;
    [[noreturn]] void fail(const Token& token, const std::string& message) const;
    const std::string& file() const { return file_; }

  private:
    const std::vector<Token>& tokens_;
    const std::string& file_;
    size_t index_;
};

}  // namespace fencepost::frontend::litmus
