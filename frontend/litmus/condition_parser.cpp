// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// What follows the code: `locations [...]`, then the quantified proposition. Precedence
// is herd's, from tight to loose: not, =>, /\, \/ (so `a => b /\ c` is `(a => b) /\ c`).
// `final P` and a bare quantifier-free `(P)` mean `exists P`; no condition at all means
// `forall true`; what `with` adds in old tests is about other models and is skipped.
#include "frontend/litmus/parser.h"

namespace fencepost::frontend::litmus {

namespace {

constexpr int max_depth = 200;

class PropositionParser {
  public:
    PropositionParser(Cursor& cursor, std::vector<Proposition>& nodes)
        : cursor_(cursor), nodes_(nodes) {}

    uint32_t disjunction() {
        if (++depth_ > max_depth)
            cursor_.fail(cursor_.peek(),
                         "proposition nested too deeply, expected at most 200 levels");
        std::vector<uint32_t> operands{conjunction()};
        while (cursor_.accept(TokenKind::Or)) operands.push_back(conjunction());
        --depth_;
        return add(Proposition::Kind::Or, std::move(operands));
    }

  private:
    uint32_t conjunction() {
        std::vector<uint32_t> operands{implication()};
        while (cursor_.accept(TokenKind::And)) operands.push_back(implication());
        return add(Proposition::Kind::And, std::move(operands));
    }

    uint32_t implication() {
        const uint32_t left = negation();
        if (!cursor_.accept(TokenKind::Implies)) return left;
        if (++depth_ > max_depth)
            cursor_.fail(cursor_.peek(),
                         "proposition nested too deeply, expected at most 200 levels");
        const uint32_t right = implication();
        --depth_;
        return add(Proposition::Kind::Implies, {left, right});
    }

    uint32_t negation() {
        bool negative = false;
        while (cursor_.accept(TokenKind::Not) || cursor_.accept_name("not")) negative = !negative;
        const uint32_t operand = primary();
        return negative ? add(Proposition::Kind::Not, {operand}) : operand;
    }

    uint32_t primary() {
        if (cursor_.accept(TokenKind::LeftParen)) {
            const uint32_t inner = disjunction();
            cursor_.expect(TokenKind::RightParen, "`)`, `/\\` or `\\/`");
            return inner;
        }
        if (cursor_.accept_name("true")) return add(Proposition::Kind::True, {});
        if (cursor_.accept_name("false")) return add(Proposition::Kind::False, {});
        if (!at_place(cursor_)) cursor_.unexpected("a proposition");
        return atom();
    }

    uint32_t atom() {
        Proposition node;
        node.kind = Proposition::Kind::Equals;
        node.left = parse_place(cursor_);
        if (cursor_.at(TokenKind::LeftBracket))
            cursor_.fail(cursor_.peek(), "arrays are not supported, expected `=` or `<>`");
        const bool equal = cursor_.accept(TokenKind::Equal);
        if (!equal) cursor_.expect(TokenKind::NotEqual, "`=` or `<>`");
        const bool content = cursor_.accept(TokenKind::Star);
        if (content || at_register(cursor_) || cursor_.at(TokenKind::SymbolicRegister) ||
            cursor_.at(TokenKind::LeftBracket)) {
            node.kind = Proposition::Kind::SameContent;
            node.right = parse_place(cursor_);
        } else {
            node.value = parse_constant(cursor_);
        }
        nodes_.push_back(std::move(node));
        const auto index = static_cast<uint32_t>(nodes_.size() - 1);
        return equal ? index : add(Proposition::Kind::Not, {index});
    }

    /// A conjunction or disjunction of one operand is that operand.
    uint32_t add(Proposition::Kind kind, std::vector<uint32_t> operands) {
        const bool many = kind == Proposition::Kind::And || kind == Proposition::Kind::Or;
        if (many && operands.size() == 1) return operands[0];
        Proposition node;
        node.kind = kind;
        node.operands = std::move(operands);
        nodes_.push_back(std::move(node));
        return static_cast<uint32_t>(nodes_.size() - 1);
    }

    Cursor& cursor_;
    std::vector<Proposition>& nodes_;
    int depth_ = 0;
};

void parse_locations(Cursor& cursor, Test& test) {
    cursor.expect(TokenKind::LeftBracket, "`[`");
    while (!cursor.accept(TokenKind::RightBracket)) {
        if (cursor.accept(TokenKind::Semicolon)) continue;
        test.locations.push_back(parse_place(cursor));
        if (cursor.at(TokenKind::LeftBracket))
            cursor.fail(cursor.peek(), "arrays are not supported, expected `;` or `]`");
        // The type only says how other tools print it.
        if (cursor.at(TokenKind::Name)) cursor.next();
        cursor.accept(TokenKind::Star);
        if (!cursor.at(TokenKind::RightBracket)) cursor.expect(TokenKind::Semicolon, "`;` or `]`");
    }
}

bool at_negated_exists(const Cursor& cursor) {
    return (cursor.at(TokenKind::Not) || cursor.at_name("not")) &&
           cursor.peek(1).kind == TokenKind::Name && cursor.peek(1).text == "exists";
}

/// False: there is no condition.
bool parse_quantifier(Cursor& cursor, Test& test) {
    test.quantifier = ir::Quantifier::Exists;
    if (at_negated_exists(cursor)) {
        cursor.next();
        cursor.next();
        test.quantifier = ir::Quantifier::NotExists;
        return true;
    }
    if (cursor.accept_name("exists") || cursor.accept_name("final")) return true;
    if (cursor.at(TokenKind::LeftParen)) return true;
    test.quantifier = ir::Quantifier::Forall;
    if (cursor.accept_name("forall")) return true;
    if (cursor.at(TokenKind::End)) return false;
    cursor.unexpected("exists, ~exists, forall or locations");
}

}  // namespace

bool at_final_part(const Cursor& cursor) {
    if (cursor.at(TokenKind::End) || cursor.at(TokenKind::LeftParen) || cursor.at(TokenKind::Not))
        return true;
    if (!cursor.at(TokenKind::Name) || cursor.peek(1).kind == TokenKind::Colon) return false;
    for (std::string_view word : {"exists", "forall", "locations", "final", "filter"})
        if (cursor.peek().text == word) return true;
    return at_negated_exists(cursor);
}

void parse_final_part(Cursor& cursor, Test& test) {
    while (cursor.accept_name("locations")) parse_locations(cursor, test);
    if (cursor.at_name("filter"))
        cursor.fail(cursor.peek(), "`filter` is not supported, expected exists, ~exists or forall");
    if (!parse_quantifier(cursor, test)) {
        test.propositions.push_back({});
        return;
    }
    PropositionParser parser(cursor, test.propositions);
    test.proposition = parser.disjunction();
    cursor.accept(TokenKind::Semicolon);
    if (cursor.at_name("with")) return;
    if (!cursor.at(TokenKind::End)) cursor.unexpected("the end of the test");
}

}  // namespace fencepost::frontend::litmus
