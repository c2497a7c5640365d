// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Recursive descent over the .cat grammar, with herd's precedences, from weak to strong:
//
//   |    ++    ;    \ (to the left)    &    *    ~ (prefix)    + * ? ^-1 (postfix)    call
//
// `*` is both product and closure. It is a product iff something that can start an operand
// follows. herd refuses `~r*` and `S * r+` without parentheses; we read them by the table.
//
// Nesting is limited, so that neither this parser nor any later walk over the tree can
// exhaust the stack; chains of one operator are one node and do not nest.
#include "models/syntax.h"

#include <algorithm>
#include <iterator>

#include "models/lexer.h"

namespace fencepost::models {

namespace {

constexpr uint32_t deepest_nesting = 200;

struct BinaryOperator {
    std::string_view sign;
    TermOp op;
};

// Index = binding strength.
constexpr BinaryOperator binary_operators[] = {
    {"|", TermOp::Union}, {";", TermOp::Seq},     {"\\", TermOp::Diff},
    {"&", TermOp::Inter}, {"*", TermOp::Product},
};
constexpr size_t binary_operator_count = std::size(binary_operators);

class Parser {
  public:
    Parser(std::string_view text, const std::string& file)
        : file_(file), tokens_(lex(text, file)) {}

    SourceFile run() {
        SourceFile result;
        result.name = file_;
        result.title = title();
        while (peek().kind != TokenKind::End) statement(result.statements);
        return result;
    }

  private:
    // Tokens.
    const Token& peek(size_t ahead = 0) const {
        return tokens_[std::min(at_ + ahead, tokens_.size() - 1)];
    }
    Token take() {
        const Token token = peek();
        if (token.kind != TokenKind::End) ++at_;
        return token;
    }
    bool accept(std::string_view text) {
        if (!peek().is(text)) return false;
        ++at_;
        return true;
    }
    void expect(std::string_view text) {
        if (!accept(text)) fail("`" + std::string(text) + "`");
    }
    std::string expect_name(const char* what) {
        if (peek().kind != TokenKind::Name) fail(what);
        return std::string(take().text);
    }

    [[noreturn]] void fail(const std::string& expected) const {
        throw ir::InputError({file_, peek().line, peek().column},
                             "expected " + expected + ", found " + describe(peek()));
    }
    [[noreturn]] void refuse(const Token& at, const std::string& construct) const {
        throw ir::Unsupported({file_, at.line, at.column}, construct + " is not supported");
    }

    /// `PPC`, `X86 TSO`, `"title"`, `PPC "title"`, or nothing.
    std::string title() {
        std::string result;
        for (int words = 0; words < 2; ++words) {
            const bool is_word = peek().kind == TokenKind::Name;
            if (!is_word && peek().kind != TokenKind::String) break;
            if (!result.empty()) result += " ";
            result += take().text;
            if (!is_word) break;
        }
        return result;
    }

    // Statements.
    void statement(std::vector<Statement>& out) {
        const Token first = peek();
        Statement s;
        s.line = first.line;
        s.column = first.column;
        if (accept("let")) {
            s.kind = Statement::Kind::Let;
            s.recursive = accept("rec");
            s.bindings = bindings(s.recursive);
            if (peek().is("when")) refuse(peek(), "`let rec … when`");
            accept("in");
        } else if (accept("include")) {
            s.kind = Statement::Kind::Include;
            if (peek().kind != TokenKind::String) fail("a file name in double quotes");
            s.text = take().text;
        } else if (accept("show") || accept("unshow")) {
            skip_show();
            return;
        } else {
            axiom(s);
        }
        out.push_back(std::move(s));
    }

    void axiom(Statement& s) {
        const Token first = peek();
        if (first.is("flag")) refuse(first, "`flag`");
        if (first.is("undefined_unless")) refuse(first, "`undefined_unless`");
        if (first.is("with")) refuse(first, "`with … from`");
        if (first.is("match")) refuse(first, "`match … with`");
        if (first.is("if")) refuse(first, "`if … then … else`");
        for (std::string_view word :
             {"procedure", "call", "enum", "debug", "forall", "instructions", "default", "assert"})
            if (first.is(word)) refuse(first, "`" + std::string(word) + "`");
        s.kind = Statement::Kind::Axiom;
        const bool negated = accept("~");
        if (accept("acyclic"))
            s.axiom = AxiomKind::Acyclic;
        else if (accept("irreflexive"))
            s.axiom = AxiomKind::Irreflexive;
        else if (accept("empty"))
            s.axiom = AxiomKind::Empty;
        else
            fail("`let`, `acyclic`, `irreflexive`, `empty`, `include` or `show`");
        if (negated) refuse(first, "a negated axiom (`~" + std::string(name(s.axiom)) + "`)");
        s.body = expression();
        if (accept("as")) s.text = expect_name("the name of the axiom");
    }

    /// What herd should draw; we only look where it ends.
    void skip_show() {
        do expression();
        while (accept(","));
        if (accept("as")) expect_name("a name");
    }

    std::vector<Binding> bindings(bool recursive) {
        std::vector<Binding> result;
        do result.push_back(binding(recursive));
        while (accept("and"));
        return result;
    }

    Binding binding(bool recursive) {
        Binding b;
        const Token first = peek();
        b.line = first.line;
        b.column = first.column;
        if (first.is("(")) refuse(first, "a tuple pattern in `let`");
        b.name = expect_name("a name");
        if (accept("(")) {
            b.is_function = true;
            if (!peek().is(")")) {
                do b.parameters.push_back(expect_name("the name of a parameter"));
                while (accept(","));
            }
            expect(")");
        } else if (peek().kind == TokenKind::Name) {
            b.is_function = true;
            b.parameters.push_back(std::string(take().text));
        } else if (peek().is(",")) {
            refuse(first, "a tuple pattern in `let`");
        }
        if (b.is_function && recursive) refuse(first, "a recursive function");
        expect("=");
        b.body = expression();
        return b;
    }

    // Expressions.
    /// Counts what is open on the stack.
    class Nesting {
      public:
        explicit Nesting(Parser& parser) : parser_(parser) {
            if (++parser_.nesting_ > deepest_nesting) parser_.fail_deep();
        }
        ~Nesting() { --parser_.nesting_; }
        Nesting(const Nesting&) = delete;
        Nesting& operator=(const Nesting&) = delete;

      private:
        Parser& parser_;
    };

    [[noreturn]] void fail_deep() const {
        throw ir::InputError({file_, peek().line, peek().column},
                             "nested too deeply: at most " + std::to_string(deepest_nesting) +
                                 " levels are allowed");
    }

    Syntax leaf(Syntax::Kind kind, const Token& at, std::string text = {}) const {
        Syntax s;
        s.kind = kind;
        s.text = std::move(text);
        s.line = at.line;
        s.column = at.column;
        return s;
    }

    void add_child(Syntax& s, Syntax child) const {
        s.depth = std::max(s.depth, child.depth + 1);
        if (s.depth > deepest_nesting) fail_deep();
        s.children.push_back(std::move(child));
    }

    /// A node that begins where its first operand begins.
    Syntax apply(TermOp op, Syntax child) const {
        Syntax s;
        s.kind = Syntax::Kind::Operator;
        s.op = op;
        s.line = child.line;
        s.column = child.column;
        add_child(s, std::move(child));
        return s;
    }

    /// A node that begins before its operand.
    Syntax apply(TermOp op, const Token& at, Syntax child) const {
        Syntax s = apply(op, std::move(child));
        s.line = at.line;
        s.column = at.column;
        return s;
    }

    Syntax expression() {
        const Nesting nesting(*this);
        const Token first = peek();
        if (accept("let")) return let_in(first);
        if (accept("try")) {
            Syntax s = leaf(Syntax::Kind::Try, first);
            add_child(s, expression());
            expect("with");
            add_child(s, expression());
            return s;
        }
        if (first.is("fun")) refuse(first, "`fun`");
        if (first.is("if")) refuse(first, "`if … then … else`");
        if (first.is("match")) refuse(first, "`match … with`");
        return binary(0);
    }

    Syntax let_in(const Token& first) {
        Syntax s = leaf(Syntax::Kind::LetIn, first);
        s.recursive = accept("rec");
        s.bindings = bindings(s.recursive);
        for (const Binding& b : s.bindings) s.depth = std::max(s.depth, b.body.depth + 1);
        if (s.depth > deepest_nesting) fail_deep();
        expect("in");
        add_child(s, expression());
        return s;
    }

    /// Operators of this strength and above. A chain of one operator is one node.
    Syntax binary(size_t weakest) {
        Syntax result = prefix();
        while (true) {
            const Token sign = peek();
            if (sign.is("++")) refuse(sign, "`++`");
            size_t strength = weakest;
            while (strength < binary_operator_count && !sign.is(binary_operators[strength].sign))
                ++strength;
            if (strength == binary_operator_count) return result;
            result = apply(binary_operators[strength].op, std::move(result));
            while (accept(binary_operators[strength].sign)) add_child(result, binary(strength + 1));
        }
    }

    Syntax prefix() {
        const Token sign = peek();
        if (!accept("~")) return postfix();
        const Nesting nesting(*this);
        return apply(TermOp::Complement, sign, prefix());
    }

    bool starts_operand(size_t ahead) const {
        const Token& t = peek(ahead);
        if (t.is("~")) {
            const Token& next = peek(ahead + 1);
            return !next.is("acyclic") && !next.is("irreflexive") && !next.is("empty");
        }
        return t.kind == TokenKind::Name || t.kind == TokenKind::Tag || t.is("(") || t.is("[") ||
               t.is("{") || t.is("0") || t.is("begin");
    }

    Syntax postfix() {
        Syntax result = call();
        while (true) {
            const Token sign = peek();
            if (sign.is("+") || sign.is("^+"))
                result = apply(TermOp::Plus, std::move(result));
            else if (sign.is("^*") || (sign.is("*") && !starts_operand(1)))
                result = apply(TermOp::Star, std::move(result));
            else if (sign.is("?") || sign.is("^?"))
                result = apply(TermOp::Opt, std::move(result));
            else if (sign.is("^-1"))
                result = apply(TermOp::Inverse, std::move(result));
            else
                return result;
            ++at_;
        }
    }

    Syntax call() {
        if (peek().kind != TokenKind::Name) return primary();
        const Token first = take();
        Syntax result = leaf(Syntax::Kind::Name, first, std::string(first.text));
        if (first.text == "_" || !starts_argument()) return result;
        result.kind = Syntax::Kind::Call;
        if (accept("(")) {
            if (!peek().is(")")) {
                do add_child(result, expression());
                while (accept(","));
            }
            expect(")");
        } else if (peek().kind == TokenKind::Name) {
            const Token argument = take();
            add_child(result, leaf(Syntax::Kind::Name, argument, std::string(argument.text)));
        } else {
            add_child(result, primary());
        }
        if (starts_argument()) refuse(peek(), "a call of the result of a call (write `f(a,b)`)");
        return result;
    }

    bool starts_argument() const { return !peek().is("~") && starts_operand(0); }

    Syntax primary() {
        const Token first = peek();
        if (first.kind == TokenKind::Tag) refuse(first, "a tag");
        if (accept("0")) return leaf(Syntax::Kind::Empty, first);
        if (accept("{")) {
            if (!peek().is("}")) refuse(first, "an explicit set with elements");
            expect("}");
            return leaf(Syntax::Kind::Empty, first);
        }
        if (accept("[")) {
            Syntax result = apply(TermOp::Identity, first, expression());
            expect("]");
            return result;
        }
        const bool parenthesis = accept("(");
        if (!parenthesis && !accept("begin")) fail("a set or a relation");
        Syntax result = expression();
        if (peek().is(",")) refuse(first, "a tuple");
        expect(parenthesis ? ")" : "end");
        return result;
    }

    const std::string file_;
    const std::vector<Token> tokens_;
    size_t at_ = 0;
    uint32_t nesting_ = 0;
};

}  // namespace

SourceFile parse_syntax(std::string_view text, const std::string& file) {
    return Parser(text, file).run();
}

}  // namespace fencepost::models
