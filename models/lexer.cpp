// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// The lexer of models/lexer.h: one pass, one character of look-ahead. Columns count bytes.
#include "models/lexer.h"

#include <algorithm>
#include <array>

#include "ir/errors.h"

namespace fencepost::models {

namespace {

// Those of herd, also where we refuse the construct: its name must not become an identifier.
constexpr std::array<std::string_view, 34> keywords{"let",
                                                    "rec",
                                                    "and",
                                                    "when",
                                                    "acyclic",
                                                    "irreflexive",
                                                    "empty",
                                                    "show",
                                                    "unshow",
                                                    "as",
                                                    "fun",
                                                    "in",
                                                    "undefined_unless",
                                                    "flag",
                                                    "include",
                                                    "begin",
                                                    "end",
                                                    "procedure",
                                                    "call",
                                                    "enum",
                                                    "debug",
                                                    "match",
                                                    "with",
                                                    "forall",
                                                    "from",
                                                    "do",
                                                    "try",
                                                    "if",
                                                    "then",
                                                    "else",
                                                    "instructions",
                                                    "default",
                                                    "subset",
                                                    "assert"};

// Longer signs first.
constexpr std::array<std::string_view, 24> signs{"^-1", "^+", "^*", "^?", "->", "||", "++", "(",
                                                 ")",   "[",  "]",  "{",  "}",  ",",  ";",  "|",
                                                 "&",   "\\", "*",  "+",  "?",  "~",  "=",  "0"};

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_name_part(char c) {
    return is_letter(c) || is_digit(c) || c == '_' || c == '-' || c == '.';
}

class Lexer {
  public:
    Lexer(std::string_view text, const std::string& file) : text_(text), file_(file) {}

    std::vector<Token> run() {
        std::vector<Token> tokens;
        do {
            skip_blanks();
            tokens.push_back(next());
        } while (tokens.back().kind != TokenKind::End);
        return tokens;
    }

  private:
    bool at_end() const { return at_ >= text_.size(); }
    char peek(size_t ahead = 0) const {
        return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
    }
    bool looking_at(std::string_view sign) const { return text_.substr(at_, sign.size()) == sign; }

    void advance(size_t count = 1) {
        for (; count > 0 && !at_end(); --count) {
            if (text_[at_++] == '\n') {
                ++line_;
                column_ = 1;
            } else {
                ++column_;
            }
        }
    }

    [[noreturn]] void fail(const Token& at, const std::string& message) const {
        throw ir::InputError({file_, at.line, at.column}, message);
    }

    Token start() const { return {TokenKind::End, {}, line_, column_}; }

    void skip_blanks() {
        while (!at_end()) {
            const char c = peek();
            if (c == ' ' || c == '\t' || c == '\r' || c == '\n') {
                advance();
            } else if (c == '#' || looking_at("//")) {
                while (!at_end() && peek() != '\n') advance();
            } else if (looking_at("(*")) {
                skip_comment();
            } else {
                return;
            }
        }
    }

    void skip_comment() {
        const Token open = start();
        unsigned depth = 0;
        do {
            if (at_end()) fail(open, "comment is not closed: expected `*)`");
            if (looking_at("(*")) {
                ++depth;
                advance(2);
            } else if (looking_at("*)")) {
                --depth;
                advance(2);
            } else {
                advance();
            }
        } while (depth > 0);
    }

    /// Length of the name at this offset, 0 if there is none: _?letter(letter|digit|_|-|.)*'?
    size_t name_length(size_t offset) const {
        size_t length = peek(offset) == '_' ? 1 : 0;
        if (!is_letter(peek(offset + length))) return 0;
        while (is_name_part(peek(offset + length))) ++length;
        if (peek(offset + length) == '\'') ++length;
        return length;
    }

    Token take(Token token, TokenKind kind, size_t skip, size_t length) {
        token.kind = kind;
        token.text = text_.substr(at_ + skip, length);
        advance(skip + length);
        return token;
    }

    Token next() {
        Token token = start();
        if (at_end()) return token;
        if (const size_t length = name_length(0)) {
            token = take(token, TokenKind::Name, 0, length);
            if (std::find(keywords.begin(), keywords.end(), token.text) != keywords.end())
                token.kind = TokenKind::Keyword;
            return token;
        }
        if (peek() == '_') return take(token, TokenKind::Name, 0, 1);
        if (peek() == '\'')
            if (const size_t length = name_length(1)) return take(token, TokenKind::Tag, 1, length);
        if (peek() == '"') {
            const size_t end = text_.find('"', at_ + 1);
            if (end == std::string_view::npos) fail(token, "string is not closed: expected `\"`");
            token = take(token, TokenKind::String, 1, end - at_ - 1);
            advance();
            return token;
        }
        for (std::string_view sign : signs)
            if (looking_at(sign)) return take(token, TokenKind::Sign, 0, sign.size());
        fail(token, "unexpected character " + describe_character());
    }

    std::string describe_character() const {
        const unsigned char c = static_cast<unsigned char>(peek());
        if (c > 0x20 && c < 0x7f) return std::string("`") + peek() + "`";
        constexpr char hex[] = "0123456789abcdef";
        return std::string("with code 0x") + hex[c >> 4] + hex[c & 15];
    }

    std::string_view text_;
    const std::string& file_;
    size_t at_ = 0;
    uint32_t line_ = 1;
    uint32_t column_ = 1;
};

}  // namespace

std::vector<Token> lex(std::string_view text, const std::string& file) {
    return Lexer(text, file).run();
}

std::string describe(const Token& token) {
    switch (token.kind) {
        case TokenKind::End:
            return "end of file";
        case TokenKind::String:
            return "a string";
        case TokenKind::Tag:
            return "tag `'" + std::string(token.text) + "`";
        case TokenKind::Name:
        case TokenKind::Keyword:
        case TokenKind::Sign:
            break;
    }
    return "`" + std::string(token.text) + "`";
}

}  // namespace fencepost::models
