// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// The reference engine on programs that litmus tests cannot express: assertions, assumes,
// threads that start threads, inputs, accesses that go wrong.
#include "explorers/enumerate/enumerate.h"

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>

#include "ir/builder.h"
#include "ir/errors.h"
#include "models/checker.h"
#include "models/parse.h"
#include "models/shipped.h"

using namespace fencepost;
using Catch::Matchers::ContainsSubstring;
using ir::Builder;
using ir::Expr;
using ir::Op;
using ir::Verdict;

namespace {

constexpr uint64_t x_at = 0x1000, y_at = 0x2000;

/// A builder with x and y of 4 bytes and two threads.
class Case {
  public:
    Case() : b("case", "test") {
        b.add_object({.name = "x", .address = x_at, .size = 8});
        b.add_object({.name = "y", .address = y_at, .size = 8});
    }

    Expr address(uint64_t at) { return b.exprs().constant(64, at); }
    Expr number(uint64_t value) { return b.exprs().constant(32, value); }
    ir::EventId read(ir::ThreadId t, uint64_t at, Expr guard = {}) {
        return b.read(t, {.guard = guard, .address = address(at), .size = 4});
    }
    void write(ir::ThreadId t, uint64_t at, uint64_t value, Expr guard = {}) {
        b.write(t, {.guard = guard, .address = address(at), .size = 4}, number(value), {});
    }
    Expr equals(ir::EventId read, uint64_t value) {
        return b.exprs().make(Op::Eq, b.value_of(read), number(value));
    }

    ir::Answer ask(const std::string& model, bool count = true) {
        const ir::Program program = std::move(b).finish();
        const models::Model loaded = models::load_model(model);
        ir::Answer answer = explorers::enumerate(program, loaded, {.executions = count}, {});
        if (answer.witness) {
            models::Checker checker(loaded, program);
            CHECK(checker.consistent(*answer.witness));
        }
        return answer;
    }

    Builder b;
};

ir::Answer store_buffering(const std::string& model) {
    Case c;
    Expr both;
    for (uint64_t t : {0, 1}) {
        c.b.add_thread("P");
        c.write(static_cast<ir::ThreadId>(t), t == 0 ? x_at : y_at, 1);
        const ir::EventId r = c.read(static_cast<ir::ThreadId>(t), t == 0 ? y_at : x_at);
        const Expr zero = c.equals(r, 0);
        both = t == 0 ? zero : c.b.exprs().conjunction(both, zero);
    }
    c.b.set_condition({ir::Quantifier::Exists, both, "SB"});
    return c.ask(model);
}

}  // namespace

TEST_CASE("store buffering has three executions on SC and four on TSO", "[explorers][enumerate]") {
    CHECK(store_buffering("sc").executions == 3);
    CHECK_FALSE(store_buffering("sc").satisfied);
    CHECK(store_buffering("tso").executions == 4);
    CHECK(store_buffering("tso").satisfied);
}

TEST_CASE("a failed assertion is a violation with a witness", "[explorers][enumerate]") {
    Case c;
    c.b.add_thread("P0");
    c.b.add_thread("P1");
    c.write(0, x_at, 1);
    const ir::EventId r = c.read(1, x_at);
    c.b.assertion(1, {}, c.equals(r, 0), c.b.deps().single(c.b.exprs(), r), {});
    const ir::Answer answer = c.ask("sc", false);
    CHECK(answer.verdict == Verdict::Violated);
    REQUIRE(answer.witness);
    CHECK(answer.witness->value[1] == 1);
}

TEST_CASE("a failed assume blocks its thread, not the others", "[explorers][enumerate]") {
    // P0 waits for x=2, which never comes; P1 can still fail.
    Case c;
    c.b.add_thread("P0");
    c.b.add_thread("P1");
    const ir::EventId r = c.read(0, x_at);
    const Expr never = c.equals(r, 2);
    c.b.assume(0, {}, never, c.b.deps().single(c.b.exprs(), r), {});
    c.write(0, y_at, 1, never);
    c.b.set_completed(0, never);
    const ir::EventId s = c.read(1, y_at);
    c.b.assertion(1, {}, c.equals(s, 7), {}, {});
    const ir::Answer answer = c.ask("sc");
    CHECK(answer.verdict == Verdict::Violated);
    CHECK(answer.executions == 0);
    CHECK(answer.blocked == 1);
}

TEST_CASE("writes before create and after join are seen on every model", "[explorers][enumerate]") {
    for (const char* model : {"sc", "tso", "pso", "power"}) {
        Case c;
        const ir::ThreadId main = c.b.add_thread("main"), child = c.b.add_thread("child");
        c.write(main, x_at, 1);
        c.b.create(main, {}, child, {});
        c.b.begin(child);
        const ir::EventId seen = c.read(child, x_at);
        c.write(child, y_at, 1);
        c.b.end(child, {}, c.b.exprs().constant(64, 5), {}, {});
        const ir::EventId join = c.b.join(main, {}, child, {});
        const ir::EventId after = c.read(main, y_at);
        Expr good = c.b.exprs().conjunction(c.equals(seen, 1), c.equals(after, 1));
        good = c.b.exprs().conjunction(
            good, c.b.exprs().make(Op::Eq, c.b.value_of(join), c.b.exprs().constant(64, 5)));
        c.b.set_condition({ir::Quantifier::Forall, good, ""});
        const ir::Answer answer = c.ask(model);
        CAPTURE(model);
        CHECK(answer.verdict == Verdict::Holds);
        CHECK(answer.executions == 1);
    }
}

TEST_CASE("inputs are tried, and an execution counts once", "[explorers][enumerate]") {
    Case c;
    c.b.add_thread("P0");
    const Expr input = c.b.add_input("n", 2);
    c.b.write(0, {.address = c.address(x_at), .size = 4}, c.b.exprs().zext(input, 32), {});
    c.b.observe("[x]", c.b.exprs().final_value(32, x_at));
    c.b.set_condition({ir::Quantifier::Exists,
                       c.b.exprs().make(Op::Eq, c.b.exprs().final_value(32, x_at), c.number(3)),
                       ""});
    const ir::Answer answer = c.ask("sc");
    CHECK(answer.satisfied);
    CHECK(answer.executions == 1);
    CHECK(answer.states.size() == 4);
}

TEST_CASE("what the engine cannot try is refused", "[explorers][enumerate]") {
    SECTION("wide inputs") {
        Case c;
        c.b.add_thread("P0");
        c.b.write(0, {.address = c.address(x_at), .size = 4}, c.b.add_input("n", 32), {});
        CHECK_THROWS_AS(c.ask("sc"), ir::Unsupported);
    }
    SECTION("overlapping accesses") {
        Case c;
        c.b.add_thread("P0");
        c.write(0, x_at, 1);
        c.b.read(0, {.address = c.address(x_at), .size = 8});
        CHECK_THROWS_AS(c.ask("sc"), ir::Unsupported);
    }
}

TEST_CASE("an access outside every object is not judged", "[explorers][enumerate]") {
    Case c;
    c.b.add_thread("P0");
    const ir::EventId r = c.read(0, 0x9999000);
    c.b.assertion(0, {}, c.equals(r, 0), {}, {});
    const ir::Answer answer = c.ask("sc");
    CHECK(answer.verdict == Verdict::Unknown);
    CHECK_THAT(answer.reason, ContainsSubstring("no object"));
}

TEST_CASE("a program without events has one execution", "[explorers][enumerate]") {
    Case c;
    c.b.set_condition({ir::Quantifier::Forall, c.b.true_(), ""});
    const ir::Answer answer = c.ask("power");
    CHECK(answer.verdict == Verdict::Holds);
    CHECK(answer.executions == 1);
}

TEST_CASE("values do not come out of thin air, whatever the model", "[explorers][enumerate]") {
    // LB with data dependencies under a model that allows everything.
    Builder b("LB", "test");
    b.add_object({.name = "x", .address = x_at, .size = 8});
    b.add_object({.name = "y", .address = y_at, .size = 8});
    for (uint64_t t : {0, 1}) {
        const ir::ThreadId id = b.add_thread("P");
        const Expr from = b.exprs().constant(64, t == 0 ? x_at : y_at);
        const Expr to = b.exprs().constant(64, t == 0 ? y_at : x_at);
        const ir::EventId r = b.read(id, {.address = from, .size = 8});
        b.write(id, {.address = to, .size = 8}, b.value_of(r), b.deps().single(b.exprs(), r));
    }
    b.set_condition({ir::Quantifier::Forall, b.true_(), ""});
    const ir::Program program = std::move(b).finish();
    const models::Model anything =
        models::parse_model("\"anything\" empty 0 as nothing", "any.cat");
    CHECK(explorers::enumerate(program, anything, {.executions = true}, {}).executions == 3);
}

TEST_CASE("a stop request ends the search", "[explorers][enumerate]") {
    Case c;
    for (uint32_t t = 0; t < 6; ++t) {
        c.b.add_thread("P");
        for (uint64_t i = 1; i < 4; ++i) c.write(t, x_at, t * 10 + i);
    }
    c.b.set_condition({ir::Quantifier::Forall, c.b.true_(), ""});
    const ir::Program program = std::move(c.b).finish();
    std::stop_source source;
    source.request_stop();
    const ir::Limits limits{.stop = source.get_token()};
    const ir::Answer answer =
        explorers::enumerate(program, models::load_model("sc"), {.executions = true}, limits);
    CHECK(answer.verdict == Verdict::Unknown);
    CHECK(answer.reason == "cancelled");
}
