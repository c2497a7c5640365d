// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Recursive descent over herd's litmus format. The table of code is read row by row:
// `|` separates threads, `;` ends the row, a cell is any number of labels and at most one
// instruction. Instructions are only delimited here; ppc.cpp and x86.cpp read them.
// Tolerated because old corpora need it: any text between the header line and `{`,
// `};` after the initial state, rows shorter than the list of threads.
#include "frontend/litmus/parser.h"

#include <fmt/format.h>

#include <algorithm>

namespace fencepost::frontend::litmus {

namespace {

constexpr size_t max_threads = 64;
constexpr size_t max_instructions = 10'000;

/// "P12" -> 12.
std::optional<uint32_t> thread_number(const Token& token) {
    if (token.kind == TokenKind::Number && token.value <= UINT32_MAX)
        return static_cast<uint32_t>(token.value);
    if (token.kind != TokenKind::Name || token.text.size() < 2 || token.text.size() > 6 ||
        token.text[0] != 'P')
        return std::nullopt;
    uint32_t number = 0;
    for (char c : token.text.substr(1)) {
        if (c < '0' || c > '9') return std::nullopt;
        number = 10 * number + static_cast<uint32_t>(c - '0');
    }
    return number;
}

struct NamedType {
    std::string_view name;
    Type type;
};

constexpr NamedType named_types[] = {
    {"int", {32, true}},       {"int8_t", {8, true}},      {"int16_t", {16, true}},
    {"int32_t", {32, true}},   {"int64_t", {64, true}},    {"uint8_t", {8, false}},
    {"uint16_t", {16, false}}, {"uint32_t", {32, false}},  {"uint64_t", {64, false}},
    {"char", {8, true}},       {"short", {16, true}},      {"long", {64, true}},
    {"intptr_t", {64, true}},  {"uintptr_t", {64, false}}, {"atomic_t", {32, false}},
};

Type parse_type(Cursor& cursor) {
    const Token& token = cursor.expect(TokenKind::Name, "a type");
    for (const NamedType& known : named_types)
        if (known.name == token.text) return known.type;
    cursor.fail(token, fmt::format("unknown type `{}`, expected int, int8_t … uint64_t, char, "
                                   "short, long, intptr_t or uintptr_t",
                                   token.text));
}

/// `[type] ['*'] place ['=' ['&'] constant]`
InitialValue parse_initial_value(Cursor& cursor) {
    InitialValue result;
    cursor.accept_name("_Atomic");
    const TokenKind second = cursor.peek(1).kind;
    const bool typed = cursor.at(TokenKind::Name) && !at_register(cursor) &&
                       (second == TokenKind::Name || second == TokenKind::Number ||
                        second == TokenKind::SymbolicRegister || second == TokenKind::Star ||
                        second == TokenKind::LeftBracket);
    if (typed) result.type = parse_type(cursor);
    if (cursor.accept(TokenKind::Star)) result.type = Type{64, true};
    result.place = parse_place(cursor);
    if (cursor.at(TokenKind::LeftBracket))
        cursor.fail(cursor.peek(), "arrays are not supported, expected `=` or `;`");
    if (cursor.accept(TokenKind::Equal)) {
        cursor.accept(TokenKind::Ampersand);
        result.value = parse_constant(cursor);
    }
    return result;
}

void parse_initial_state(Cursor& cursor, Test& test) {
    cursor.expect(TokenKind::LeftBrace, "`{`");
    while (!cursor.accept(TokenKind::RightBrace)) {
        if (cursor.accept(TokenKind::Semicolon)) continue;
        test.initial.push_back(parse_initial_value(cursor));
        if (!cursor.at(TokenKind::RightBrace)) cursor.expect(TokenKind::Semicolon, "`;` or `}`");
    }
    cursor.accept(TokenKind::Semicolon);
}

void parse_thread_names(Cursor& cursor, Test& test) {
    do {
        const Token& token = cursor.peek();
        const auto number = token.kind == TokenKind::Name ? thread_number(token) : std::nullopt;
        if (!number) cursor.unexpected("a thread name such as P0");
        if (*number != test.threads.size())
            cursor.fail(token, fmt::format("unexpected thread `{}`, expected P{}", token.text,
                                           test.threads.size()));
        if (test.threads.size() == max_threads)
            cursor.fail(token, fmt::format("too many threads, expected at most {}", max_threads));
        cursor.next();
        test.threads.push_back(
            {.number = *number, .token = token, .instructions = {}, .labels = {}});
    } while (cursor.accept(TokenKind::Pipe));
    cursor.expect(TokenKind::Semicolon, "`|` or `;`");
}

bool is_lock(const Token& token) { return token.text == "LOCK" || token.text == "lock"; }

/// Labels and at most one instruction; stops at `|` or `;`.
void parse_cell(Cursor& cursor, ThreadCode& thread, bool x86) {
    while (cursor.at(TokenKind::Name) && cursor.peek(1).kind == TokenKind::Colon) {
        const Token& token = cursor.next();
        cursor.next();
        if (thread.labels.size() >= max_instructions)
            cursor.fail(token, "too many labels in one thread, expected at most 10000");
        for (const Label& other : thread.labels)
            if (other.name == token.text)
                cursor.fail(token, fmt::format("label `{}` is already on line {}", token.text,
                                               other.token.line));
        thread.labels.push_back(
            {token.text, static_cast<uint32_t>(thread.instructions.size()), token});
    }
    if (cursor.at(TokenKind::Pipe) || cursor.at(TokenKind::Semicolon)) return;
    if (thread.instructions.size() >= max_instructions)
        cursor.fail(cursor.peek(), "too many instructions in one thread, expected at most 10000");
    thread.instructions.push_back(cursor.index());
    // `LOCK; INC [x]` is one instruction.
    if (x86 && is_lock(cursor.peek()) && cursor.peek(1).kind == TokenKind::Semicolon) {
        cursor.next();
        cursor.next();
    }
    while (!cursor.at(TokenKind::Pipe) && !cursor.at(TokenKind::Semicolon)) {
        if (cursor.at(TokenKind::End)) cursor.unexpected("`|` or `;`");
        cursor.next();
    }
}

void parse_code(Cursor& cursor, Test& test) {
    const bool x86 = test.architecture == "X86";
    while (!at_final_part(cursor)) {
        for (size_t column = 0;; ++column) {
            if (column == test.threads.size())
                cursor.fail(cursor.peek(),
                            fmt::format("too many columns, expected {}", test.threads.size()));
            parse_cell(cursor, test.threads[column], x86);
            if (cursor.accept(TokenKind::Semicolon)) break;
            cursor.expect(TokenKind::Pipe, "`|` or `;`");
        }
    }
}

}  // namespace

bool at_register(const Cursor& cursor) {
    return cursor.peek(1).kind == TokenKind::Colon && thread_number(cursor.peek()).has_value();
}

bool at_place(const Cursor& cursor) {
    return cursor.at(TokenKind::Name) || cursor.at(TokenKind::SymbolicRegister) ||
           cursor.at(TokenKind::LeftBracket) || at_register(cursor);
}

Place parse_place(Cursor& cursor) {
    Place place;
    place.token = cursor.peek();
    if (at_register(cursor)) {
        place.kind = Place::Kind::Register;
        place.thread = thread_number(cursor.next());
        cursor.next();
        if (cursor.at(TokenKind::SymbolicRegister))
            place.kind = Place::Kind::SymbolicRegister;
        else if (!cursor.at(TokenKind::Name))
            cursor.unexpected("a register");
        place.name = cursor.next().text;
    } else if (cursor.at(TokenKind::SymbolicRegister)) {
        place.kind = Place::Kind::SymbolicRegister;
        place.name = cursor.next().text;
    } else if (cursor.accept(TokenKind::LeftBracket)) {
        place.name = cursor.expect(TokenKind::Name, "a location").text;
        cursor.expect(TokenKind::RightBracket, "`]`");
    } else {
        place.name = cursor.expect(TokenKind::Name, "a register (0:r1) or a location").text;
    }
    return place;
}

Constant parse_constant(Cursor& cursor) {
    if (cursor.at(TokenKind::Number)) return {.number = cursor.next().value, .location = {}};
    return {.number = 0, .location = cursor.expect(TokenKind::Name, "a number or a location").text};
}

Test parse(std::string_view text, const std::string& file) {
    Lexer lexer(text, file);
    Test test;
    lexer.skip_blanks();
    test.header = lexer.position();
    test.architecture = lexer.word();
    if (test.architecture != "PPC" && test.architecture != "X86")
        lexer.fail(test.header, fmt::format("unknown architecture `{}`, expected PPC or X86",
                                            test.architecture.substr(0, 32)));
    test.name = lexer.word();
    if (test.name.empty()) lexer.fail(lexer.position(), "expected the name of the test");
    lexer.find_initial_state();
    test.tokens = lexer.tokens();

    Cursor cursor(test.tokens, file);
    parse_initial_state(cursor, test);
    parse_thread_names(cursor, test);
    parse_code(cursor, test);
    parse_final_part(cursor, test);
    return test;
}

}  // namespace fencepost::frontend::litmus
