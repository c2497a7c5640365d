// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
#include "ir/text_tokens.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "ir/errors.h"

namespace fencepost::ir {

namespace {

bool starts_word(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '~';
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool in_word(char c) { return starts_word(c) || is_digit(c) || c == '.'; }

class Tokenizer {
  public:
    Tokenizer(std::string_view text, const std::string& file) : text_(text), file_(file) {}

    std::vector<Token> run() {
        while (skip_blank(), at_ < text_.size()) tokens_.push_back(next());
        tokens_.push_back(start(TokenKind::EndOfInput));
        return std::move(tokens_);
    }

  private:
    char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }

    char take() {
        const char c = text_[at_++];
        if (c == '\n') {
            ++line_;
            column_ = 1;
        } else {
            ++column_;
        }
        return c;
    }

    void skip_blank() {
        while (at_ < text_.size()) {
            const char c = peek();
            if (c == '#') {
                while (at_ < text_.size() && peek() != '\n') take();
            } else if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
                take();
            } else {
                return;
            }
        }
    }

    Token start(TokenKind kind) const {
        return {.kind = kind, .text = {}, .number = 0, .line = line_, .column = column_};
    }

    [[noreturn]] void fail(const std::string& message) const {
        throw InputError({file_, line_, column_}, message);
    }

    Token next() {
        const char c = peek();
        if (starts_word(c)) return word();
        if (is_digit(c)) return number();
        if (c == '"') return string();
        if (std::string_view(":=/(){},%&@+").find(c) == std::string_view::npos)
            fail(fmt::format("unexpected character {}", quote(std::string_view(&c, 1))));
        Token token = start(TokenKind::Punctuation);
        token.text = take();
        return token;
    }

    Token word() {
        Token token = start(TokenKind::Word);
        while (at_ < text_.size() && in_word(peek())) token.text += take();
        return token;
    }

    Token number() {
        Token token = start(TokenKind::Number);
        while (at_ < text_.size() && in_word(peek())) token.text += take();
        const bool hex = token.text.starts_with("0x");
        const char* first = token.text.data() + (hex ? 2 : 0);
        const char* last = token.text.data() + token.text.size();
        const auto [end, error] = std::from_chars(first, last, token.number, hex ? 16 : 10);
        if (error != std::errc{} || end != last || first == last)
            throw InputError({file_, token.line, token.column},
                             fmt::format("`{}` is no number of up to 64 bits", token.text));
        return token;
    }

    Token string() {
        Token token = start(TokenKind::String);
        take();
        while (true) {
            if (at_ >= text_.size() || peek() == '\n') fail("a string without its closing quote");
            char c = take();
            if (c == '"') return token;
            if (c == '\\') c = escape();
            token.text += c;
        }
    }

    char escape() {
        if (at_ >= text_.size()) fail("a string without its closing quote");
        const char c = take();
        if (c == 'n') return '\n';
        if (c == 't') return '\t';
        if (c == '"' || c == '\\') return c;
        if (c == 'x' && at_ + 1 < text_.size()) {
            unsigned value = 0;
            const char digits[2] = {take(), take()};
            const auto [end, error] = std::from_chars(digits, digits + 2, value, 16);
            if (error == std::errc{} && end == digits + 2) return static_cast<char>(value);
        }
        fail("unknown escape in a string");
    }

    std::string_view text_;
    const std::string& file_;
    size_t at_ = 0;
    uint32_t line_ = 1, column_ = 1;
    std::vector<Token> tokens_;
};

}  // namespace

std::string quote(std::string_view text) {
    std::string out = "\"";
    for (char c : text) {
        if (c == '"' || c == '\\')
            (out += '\\') += c;
        else if (c == '\n')
            out += "\\n";
        else if (c == '\t')
            out += "\\t";
        else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f)
            out += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
        else
            out += c;
    }
    return out + '"';
}

std::string name_token(std::string_view name) {
    const bool simple =
        !name.empty() && starts_word(name[0]) && std::all_of(name.begin(), name.end(), in_word);
    return simple ? std::string(name) : quote(name);
}

std::vector<Token> tokenize(std::string_view text, const std::string& file) {
    return Tokenizer(text, file).run();
}

}  // namespace fencepost::ir
