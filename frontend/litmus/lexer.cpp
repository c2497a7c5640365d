// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Hand-written and without lookahead tables: nine thousand tests are lexed in a few
// milliseconds. Names are herd's: letters, digits and `_ . - /` (but `x/\\` is the name x
// and a conjunction), so `stwcx.` and `andi.` are names as well.
#include "frontend/litmus/lexer.h"

#include <fmt/format.h>

namespace fencepost::frontend::litmus {

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v'; }
bool starts_name(char c) { return is_letter(c) || c == '_' || c == '.'; }

int hex_digit(char c) {
    if (is_digit(c)) return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

}  // namespace

void Lexer::fail(TextPosition where, const std::string& message) const {
    throw ir::InputError({file_, where.line, where.column()}, message);
}

void Lexer::advance() {
    if (text_[at_.offset++] == '\n') {
        ++at_.line;
        at_.line_start = at_.offset;
    }
}

void Lexer::skip_comment() {
    const TextPosition start = at_;
    int depth = 0;
    do {
        if (done()) fail(start, "comment without its end, expected `*)`");
        if (at_comment()) {
            ++depth;
            advance();
        } else if (peek() == '*' && peek(1) == ')') {
            --depth;
            advance();
        }
        advance();
    } while (depth > 0);
}

void Lexer::skip_blanks() {
    while (!done()) {
        if (is_blank(peek()) || peek() == '\n')
            advance();
        else if (at_comment())
            skip_comment();
        else
            return;
    }
}

std::string_view Lexer::word() {
    while (is_blank(peek())) advance();
    const size_t start = at_.offset;
    while (!done() && !is_blank(peek()) && peek() != '\n') advance();
    return text_.substr(start, at_.offset - start);
}

void Lexer::find_initial_state() {
    while (!done() && peek() != '{') {
        if (at_comment()) {
            skip_comment();
            continue;
        }
        if (peek() == '"') {
            // A quote that is still open at the end of its line is only a character.
            const size_t close = text_.find_first_of("\"\n", at_.offset + 1);
            if (close != std::string_view::npos && text_[close] == '"') at_.offset = close;
        }
        advance();
    }
    if (done()) fail(at_, "no initial state, expected `{`");
}

std::vector<Token> Lexer::tokens() {
    std::vector<Token> result;
    result.reserve((text_.size() - at_.offset) / 3 + 1);
    do {
        result.push_back(next());
    } while (result.back().kind != TokenKind::End);
    return result;
}

Token Lexer::make(TextPosition start, TokenKind kind) const {
    return {.kind = kind,
            .line = start.line,
            .column = start.column(),
            .text = text_.substr(start.offset, at_.offset - start.offset)};
}

Token Lexer::next() {
    skip_blanks();
    const TextPosition start = at_;
    if (done() || (peek() == '<' && peek(1) == '<')) return make(start, TokenKind::End);
    const char c = peek();
    if (starts_name(c)) return name(start, TokenKind::Name);
    if (is_digit(c) || (c == '-' && is_digit(peek(1)))) return number(start);
    if (c == '$' && (is_digit(peek(1)) || (peek(1) == '-' && is_digit(peek(2))))) {
        advance();
        return number(start);
    }
    if (c == '%' && (starts_name(peek(1)) || is_digit(peek(1)))) {
        advance();
        return name(at_, TokenKind::SymbolicRegister);
    }
    return symbol(start);
}

Token Lexer::name(TextPosition start, TokenKind kind) {
    for (;; advance()) {
        const char c = peek();
        if (starts_name(c) || is_digit(c) || c == '-') continue;
        if (c == '/' && peek(1) != '\\') continue;
        return make(start, kind);
    }
}

Token Lexer::number(TextPosition start) {
    const bool negative = peek() == '-';
    if (negative) advance();
    const bool hexadecimal = peek() == '0' && (peek(1) == 'x' || peek(1) == 'X');
    if (hexadecimal) advance(), advance();
    const unsigned base = hexadecimal ? 16 : 10;
    uint64_t value = 0;
    int digits = 0;
    for (;; advance(), ++digits) {
        const int digit = hexadecimal || is_digit(peek()) ? hex_digit(peek()) : -1;
        if (digit < 0) break;
        if (__builtin_mul_overflow(value, uint64_t{base}, &value) ||
            __builtin_add_overflow(value, static_cast<uint64_t>(digit), &value))
            fail(start, "number too large, expected at most 64 bits");
    }
    if (digits == 0) fail(start, "expected hexadecimal digits after `0x`");
    if (negative && value > uint64_t{1} << 63)
        fail(start, "number too small, expected at most 64 bits");
    Token token = make(start, TokenKind::Number);
    token.value = negative ? 0 - value : value;
    return token;
}

Token Lexer::symbol(TextPosition start) {
    struct Symbol {
        std::string_view text;
        TokenKind kind;
    };
    static constexpr Symbol symbols[] = {
        {"|", TokenKind::Pipe},        {";", TokenKind::Semicolon},    {",", TokenKind::Comma},
        {":", TokenKind::Colon},       {"(", TokenKind::LeftParen},    {")", TokenKind::RightParen},
        {"[", TokenKind::LeftBracket}, {"]", TokenKind::RightBracket}, {"{", TokenKind::LeftBrace},
        {"}", TokenKind::RightBrace},  {"=>", TokenKind::Implies},     {"==", TokenKind::Equal},
        {"=", TokenKind::Equal},       {"<>", TokenKind::NotEqual},    {"!=", TokenKind::NotEqual},
        {"/\\", TokenKind::And},       {"\\/", TokenKind::Or},         {"~", TokenKind::Not},
        {"*", TokenKind::Star},        {"&", TokenKind::Ampersand},
    };
    for (const Symbol& candidate : symbols) {
        if (!text_.substr(at_.offset).starts_with(candidate.text)) continue;
        for (size_t i = 0; i < candidate.text.size(); ++i) advance();
        return make(start, candidate.kind);
    }
    const auto byte = static_cast<unsigned char>(peek());
    fail(start, byte >= 0x20 && byte < 0x7f ? fmt::format("unexpected character `{}`", peek())
                                            : fmt::format("unexpected byte 0x{:02x}", byte));
}

}  // namespace fencepost::frontend::litmus
