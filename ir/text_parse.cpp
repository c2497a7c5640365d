// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Parses the text form that text_print.cpp writes (grammar: docs/ir.md). Terms are
// interned as they stand, without simplification, so that a round trip gives back the
// same program. Every mistake is an InputError with its position; what only the whole
// program can show (ir/validate.cpp) is reported at the end of the input.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "ir/builder.h"
#include "ir/errors.h"
#include "ir/text.h"
#include "ir/text_tokens.h"

namespace fencepost::ir {

namespace {

constexpr int max_depth = 1000;

class Parser {
  public:
    Parser(std::string_view text, const std::string& file)
        : file_(file), tokens_(tokenize(text, file)) {}

    Program parse() {
        expect_word("program");
        const std::string name = string();
        builder_.emplace(name, string());
        while (peek().kind != TokenKind::EndOfInput) item();
        for (auto& [id, event] : events_) {
            if (id != next_id_) fail(peek(), fmt::format("event e{} is missing", next_id_));
            ++next_id_;
            builder_->add(event);
        }
        for (auto& [thread, completed] : completed_) builder_->set_completed(thread, completed);
        for (MemoryObject& object : objects_) builder_->add_object(std::move(object));
        try {
            return std::move(*builder_).finish();
        } catch (const InvalidProgram& problem) {
            fail(peek(), problem.what());
        }
    }

  private:
    // Tokens.
    const Token& peek() const { return tokens_[at_]; }
    const Token& take() { return tokens_[at_ + 1 < tokens_.size() ? at_++ : at_]; }
    ExprPool& pool() { return builder_->exprs(); }

    [[noreturn]] void fail(const Token& at, const std::string& message) const {
        throw InputError({file_, at.line, at.column}, message);
    }

    [[noreturn]] void expected(const std::string& what) const {
        const Token& at = peek();
        fail(at, at.kind == TokenKind::EndOfInput
                     ? fmt::format("expected {}, found the end of the input", what)
                     : fmt::format("expected {}, found `{}`", what, at.text));
    }

    bool accept(std::string_view text) {
        const Token& t = peek();
        if ((t.kind != TokenKind::Word && t.kind != TokenKind::Punctuation) || t.text != text)
            return false;
        take();
        return true;
    }

    void expect_word(std::string_view text) {
        if (!accept(text)) expected(fmt::format("`{}`", text));
    }

    std::string string() {
        if (peek().kind != TokenKind::String) expected("a quoted string");
        return take().text;
    }

    std::string word_or_string() {
        if (peek().kind != TokenKind::String && peek().kind != TokenKind::Word) expected("a name");
        return take().text;
    }

    uint64_t number(uint64_t limit, const char* what) {
        if (peek().kind != TokenKind::Number) expected(what);
        if (peek().number > limit) fail(peek(), fmt::format("{} is too large", what));
        return take().number;
    }

    uint8_t width() {
        const Token at = peek();
        const auto value = static_cast<uint8_t>(number(64, "a width of 1 to 64"));
        if (value == 0) fail(at, "a width of 1 to 64 is needed");
        return value;
    }

    uint8_t access_size() {
        const Token at = peek();
        const auto value = static_cast<uint8_t>(number(8, "a size of 1, 2, 4 or 8 bytes"));
        if (value != 1 && value != 2 && value != 4 && value != 8)
            fail(at, "a size of 1, 2, 4 or 8 bytes is needed");
        return value;
    }

    /// Words with a number behind them: e3, in0.
    std::optional<uint32_t> numbered(std::string_view prefix) const {
        const Token& t = peek();
        if (t.kind != TokenKind::Word || !t.text.starts_with(prefix)) return std::nullopt;
        const std::string_view digits = std::string_view(t.text).substr(prefix.size());
        if (digits.empty() || digits.size() > 9) return std::nullopt;
        uint32_t value = 0;
        for (char c : digits) {
            if (c < '0' || c > '9') return std::nullopt;
            value = value * 10 + static_cast<uint32_t>(c - '0');
        }
        return value;
    }

    EventId event_name() {
        const auto id = numbered("e");
        if (!id) expected("an event such as e0");
        take();
        return *id;
    }

    // Items.
    void item() {
        if (accept("file")) {
            builder_->add_file(string());
        } else if (accept("input")) {
            std::string name = string();
            builder_->add_input(std::move(name), width());
        } else if (accept("object")) {
            object();
        } else if (accept("let")) {
            definition();
        } else if (accept("init")) {
            content();
        } else if (accept("thread")) {
            thread();
        } else if (accept("cut")) {
            cut();
        } else if (accept("observe")) {
            std::string label = string();
            expect_word("=");
            builder_->observe(std::move(label), expr());
        } else if (accept("condition")) {
            condition();
        } else if (accept("forbid")) {
            expect_word("races");
            builder_->forbid_races();
        } else if (numbered("e")) {
            event();
        } else {
            expected(
                "an item (file, input, object, let, init, thread, eN, cut, observe, condition, "
                "forbid)");
        }
    }

    void object() {
        MemoryObject object;
        const Token at = peek();
        object.name = word_or_string();
        if (find_object(object.name) != nullptr) fail(at, "an object of this name exists already");
        expect_word("at");
        object.address = number(UINT64_MAX, "an address");
        expect_word("size");
        object.size = number(UINT64_MAX, "a size");
        objects_.push_back(std::move(object));
    }

    MemoryObject* find_object(std::string_view name) {
        for (MemoryObject& object : objects_)
            if (object.name == name) return &object;
        return nullptr;
    }

    void definition() {
        expect_word("%");
        const Token at = peek();
        const uint64_t name = number(UINT32_MAX, "the number of a name");
        expect_word("=");
        if (!lets_.try_emplace(static_cast<uint32_t>(name), expr()).second)
            fail(at, "this name is defined already");
    }

    void content() {
        const Token at = peek();
        expect_word("&");
        MemoryObject* object = find_object(word_or_string());
        if (object == nullptr) fail(at, "no such object");
        Cell cell;
        if (accept("+")) cell.offset = static_cast<uint32_t>(number(UINT32_MAX, "an offset"));
        expect_word("/");
        cell.size = access_size();
        expect_word("=");
        cell.value = expr();
        object->cells.push_back(cell);
    }

    void thread() {
        const Token at = peek();
        const uint64_t id = number(UINT32_MAX, "the number of the thread");
        if (id != threads_)
            fail(at, fmt::format("threads are numbered in order: expected {}", threads_));
        builder_->add_thread(string());
        if (accept("completed")) completed_.emplace_back(threads_, expr());
        ++threads_;
    }

    void cut() {
        Cut cut;
        cut.thread = static_cast<ThreadId>(number(UINT32_MAX, "a thread"));
        cut.what = string();
        expect_word("if");
        cut.guard = expr();
        cut.location = place();
        builder_->add_cut(std::move(cut));
    }

    void condition() {
        Condition condition;
        bool found = false;
        for (Quantifier q : {Quantifier::Exists, Quantifier::NotExists, Quantifier::Forall}) {
            if (found || !accept(name(q))) continue;
            condition.quantifier = q;
            found = true;
        }
        if (!found) expected("`exists`, `~exists` or `forall`");
        condition.proposition = expr();
        condition.text = string();
        builder_->set_condition(std::move(condition));
    }

    SourceLocation place() {
        SourceLocation location;
        if (!accept("@")) return location;
        location.file = static_cast<uint32_t>(number(UINT32_MAX, "a file number"));
        expect_word(":");
        location.line = static_cast<uint32_t>(number(UINT32_MAX, "a line"));
        expect_word(":");
        location.column = static_cast<uint32_t>(number(UINT32_MAX, "a column"));
        return location;
    }

    // Events.
    template <typename Enum>
    Enum enumerator(std::initializer_list<Enum> all, const char* what) {
        for (Enum e : all)
            if (accept(name(e))) return e;
        expected(what);
    }

    void event() {
        const Token at = peek();
        const EventId id = event_name();
        if (threads_ == 0) fail(at, "an event needs a thread before it");
        expect_word(":");
        Event e;
        e.thread = threads_ - 1;
        e.kind = enumerator<EventKind>(
            {
#define EVENT_KIND(enumerator, text, event_class) EventKind::enumerator,
#include "ir/event.def"
#undef EVENT_KIND
            },
            "a kind of event");
        if (e.is_fence()) {
            e.fence = enumerator<FenceKind>(
                {
#define FENCE_KIND(enumerator, text, set) FenceKind::enumerator,
#include "ir/fence.def"
#undef FENCE_KIND
                },
                "a kind of fence");
        }
        if (is_about_threads(e.kind))
            e.target = static_cast<ThreadId>(number(UINT32_MAX, "a thread"));
        if (e.is_access()) {
            e.address = expr();
            expect_word("/");
            e.size = access_size();
        }
        if (e.is_read()) e.value = pool().read(8u * e.size, id);
        if (!e.is_read() && !e.is_fence()) {
            expect_word("=");
            e.value = expr();
        }
        attributes(e);
        if (!events_.try_emplace(id, e).second) fail(at, "this event exists already");
    }

    void attributes(Event& e) {
        e.guard = accept("if") ? expr() : pool().bool_const(true);
        if (accept("order")) {
            e.order = enumerator<Order>(
                {
#define ORDER(enumerator, text, set) Order::enumerator,
#include "ir/order.def"
#undef ORDER
                },
                "a memory order");
        }
        e.exclusive = accept("exclusive");
        e.addr = deps("addr");
        e.data = deps("data");
        e.ctrl = deps("ctrl");
        e.rmw = deps("rmw");
        if (accept("fails")) {
            const Token at = peek();
            const auto failure = find_failure(string());
            if (!failure) fail(at, "no such kind of failure");
            e.failure = *failure;
        }
        if (accept("about")) e.detail = builder_->add_detail(string());
        e.location = place();
    }

    DepSet deps(std::string_view what) {
        if (!accept(what)) return {};
        expect_word("{");
        std::vector<Dependency> set;
        do {
            Dependency d{event_name(), pool().bool_const(true)};
            if (accept("if")) d.guard = expr();
            set.push_back(d);
        } while (accept(","));
        expect_word("}");
        return builder_->deps().intern(std::move(set));
    }

    // Expressions.
    Expr expr() {
        if (++depth_ > max_depth) fail(peek(), "expressions are nested too deeply");
        const Expr e = accept("(") ? application() : leaf();
        --depth_;
        return e;
    }

    Expr leaf() {
        if (accept("true")) return pool().bool_const(true);
        if (accept("false")) return pool().bool_const(false);
        if (accept("%")) {
            const Token at = peek();
            const auto found =
                lets_.find(static_cast<uint32_t>(number(UINT32_MAX, "the number of a name")));
            if (found == lets_.end()) fail(at, "this name is not defined (yet)");
            return found->second;
        }
        if (peek().kind == TokenKind::Punctuation && peek().text == "&")
            return pool().constant(64, address());
        if (accept("final")) {
            expect_word(":");
            const uint8_t bits = width();
            return pool().final_value(bits, address());
        }
        if (const auto input = numbered("in")) {
            take();
            expect_word(":");
            return pool().input(width(), *input);
        }
        if (numbered("e")) {
            const EventId id = event_name();
            expect_word(":");
            return pool().read(width(), id);
        }
        const Token at = peek();
        const uint64_t value = number(UINT64_MAX, "an expression");
        expect_word(":");
        const uint8_t bits = width();
        if ((value & ~mask(bits)) != 0) fail(at, fmt::format("does not fit {} bits", bits));
        return pool().constant(bits, value);
    }

    uint64_t address() {
        if (!accept("&")) {
            const uint64_t value = number(UINT64_MAX, "an address");
            expect_word(":");
            width();
            return value;
        }
        const Token at = peek();
        const MemoryObject* object = find_object(word_or_string());
        if (object == nullptr) fail(at, "no such object");
        return object->address + (accept("+") ? number(UINT64_MAX, "an offset") : 0);
    }

    Expr application() {
        const Token at = peek();
        ExprNode node;
        node.op = enumerator<Op>(
            {
#define OP(enumerator, text, arity) Op::enumerator,
#include "ir/op.def"
#undef OP
            },
            "an operator");
        if (arity(node.op) == 0) fail(at, "this is no operator");
        if (node.op == Op::Extract) node.imm = number(63, "the lowest bit");
        if (node.op == Op::Extract || node.op == Op::ZExt || node.op == Op::SExt)
            node.width = width();
        node.a = expr();
        if (arity(node.op) >= 2) node.b = expr();
        if (arity(node.op) >= 3) node.c = expr();
        expect_word(")");
        if (node.op >= Op::Eq && node.op <= Op::Sle) node.width = 1;
        if (node.op < Op::Eq) node.width = static_cast<uint8_t>(pool().width(node.a));
        if (node.op == Op::Ite) node.width = static_cast<uint8_t>(pool().width(node.b));
        if (node.op == Op::Concat)
            node.width = static_cast<uint8_t>(pool().width(node.a) + pool().width(node.b));
        if (const char* problem = pool().type_problem(node)) fail(at, problem);
        return pool().intern(node);
    }

    const std::string& file_;
    std::vector<Token> tokens_;
    size_t at_ = 0;
    int depth_ = 0;
    std::optional<Builder> builder_;
    std::vector<MemoryObject> objects_;
    std::map<uint32_t, Expr> lets_;
    std::map<EventId, Event> events_;
    std::vector<std::pair<ThreadId, Expr>> completed_;
    EventId next_id_ = 0;
    ThreadId threads_ = 0;
};

}  // namespace

Program parse_text(std::string_view text, const std::string& file) {
    return Parser(text, file).parse();
}

}  // namespace fencepost::ir
