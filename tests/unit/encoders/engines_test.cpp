// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// The three symbolic engines against the reference engine on random programs, and on the
// special cases that each must have a defined answer for.
#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <thread>

#include "encoders/acyclic_cnf.h"
#include "encoders/cnf_data.h"
#include "encoders/ord.h"
#include "encoders/sat.h"
#include "encoders/session.h"
#include "encoders/smt.h"
#include "explorers/enumerate/enumerate.h"
#include "ir/builder.h"
#include "ir/errors.h"
#include "models/checker.h"
#include "models/parse.h"
#include "models/shipped.h"
#include "solvers/cadical.h"
#include "tests/fuzz/recipe.h"

using namespace fencepost;
using Catch::Matchers::ContainsSubstring;
using ir::Builder;
using ir::Expr;
using ir::Op;
using ir::Verdict;

namespace {

struct Engine {
    const char* name;
    ir::Answer (*run)(const ir::Program&, const models::Model&, const ir::Question&,
                      const ir::Limits&);
};

/// sat, with every irreflexivity left until there is a solution.
ir::Answer lazy(const ir::Program& program, const models::Model& model,
                const ir::Question& question, const ir::Limits& limits) {
    solvers::Cadical solver;
    encoders::Gates gates(solver);
    encoders::CnfData data(program, gates, solver);
    encoders::CnfOrders orders(gates);
    const std::function<void()> poll = [] {};
    encoders::Problem problem(program, encoders::plan_for(model), gates, data, orders, poll,
                              {.lazy_from = 1});
    return encoders::ask(problem, solver, question, limits);
}

constexpr Engine engines[] = {
    {"sat", encoders::sat}, {"ord", encoders::ord}, {"smt", encoders::smt}};

void compare(const Engine& engine, const ir::Program& program, const models::Model& model) {
    const ir::Answer expected = explorers::enumerate(program, model, {.executions = true}, {});
    const ir::Answer decided = engine.run(program, model, {}, {});
    REQUIRE(decided.verdict == expected.verdict);
    if (expected.verdict == Verdict::Unknown) return;
    if (decided.witness) CHECK(models::Checker(model, program).consistent(*decided.witness));
    const ir::Answer counted = engine.run(program, model, {.executions = true}, {});
    CHECK(counted.verdict == expected.verdict);
    CHECK(counted.satisfied == expected.satisfied);
    CHECK(counted.refuted == expected.refuted);
    REQUIRE(counted.states.size() == expected.states.size());
    for (size_t i = 0; i < counted.states.size(); ++i)
        CHECK(counted.states[i].values == expected.states[i].values);
    if (!program.inputs().empty()) return;
    CHECK(counted.executions == expected.executions);
    CHECK(counted.satisfying == expected.satisfying);
    CHECK(counted.blocked == expected.blocked);
}

void compare_seeds(const Engine& engine, uint64_t from, uint64_t to) {
    for (const models::ShippedModel& shipped : models::shipped_models()) {
        const models::Model model = models::load_model(std::string(shipped.name));
        for (uint64_t seed = from; seed < to; ++seed) {
            INFO(engine.name << " seed " << seed << " model " << shipped.name);
            compare(engine, fuzz::cook(fuzz::random_recipe(seed, {.max_accesses = 7}), "random"),
                    model);
        }
    }
}

/// x and y, two threads.
struct Case {
    Case() : b("case", "test") {
        b.add_object({.name = "x", .address = 0x1000, .size = 8});
        b.add_object({.name = "y", .address = 0x2000, .size = 8});
        b.add_thread("P0");
        b.add_thread("P1");
    }
    Expr at(uint64_t address) { return b.exprs().constant(64, address); }
    Expr number(uint64_t value) { return b.exprs().constant(32, value); }
    ir::EventId read(ir::ThreadId t, Expr address, Expr guard = {}) {
        return b.read(t, {.guard = guard, .address = address, .size = 4});
    }
    void write(ir::ThreadId t, Expr address, Expr value, Expr guard = {}) {
        b.write(t, {.guard = guard, .address = address, .size = 4}, value, {});
    }
    Builder b;
};

const models::Model& power() {
    static const models::Model model = models::load_model("power");
    return model;
}

}  // namespace

TEST_CASE("sat agrees with enumerate", "[encoders][sat]") { compare_seeds(engines[0], 0, 75); }
TEST_CASE("ord agrees with enumerate", "[encoders][ord]") { compare_seeds(engines[1], 75, 150); }
TEST_CASE("smt agrees with enumerate", "[encoders][smt]") { compare_seeds(engines[2], 150, 165); }

TEST_CASE("lazy irreflexivity agrees with enumerate", "[encoders][reachability]") {
    compare_seeds({"lazy", lazy}, 165, 200);
}

TEST_CASE("models that nobody told the encoders about", "[encoders][axioms]") {
    // Initial writes as nodes, inverses, complements of static terms, recursion that is not
    // POWER's, closures that are not acyclic, conditional sets.
    const char* texts[] = {
        "irreflexive rf^-1 ; co ; po",
        "acyclic po-loc | rf^-1 | co",
        "empty rf & (IW * R) & loc",
        "let rec r = (rf ; po) | (r ; r) irreflexive r",
        "let rec a = rf | (a ; b) and b = po | (b ; a) acyclic a",
        "acyclic (po \\ ctrl) | rf | co",
        "acyclic rfe ; (po-loc | fr | co)*",
        "irreflexive (co^-1 ; rf)+ ; po",
        "acyclic [domain(rmw)] ; po | rf | fr",
        "acyclic (po & ~loc) | rfe | fr",
        "acyclic hb* let hb = rf",
        "empty 0",
    };
    for (const char* text : texts) {
        models::Model model;
        try {
            model = models::parse_model(text, "test.cat");
        } catch (const ir::LocatedError&) {
            continue;  // "hb* let": not the order the language has
        }
        for (const Engine& engine : engines) {
            const uint64_t last = engine.run == encoders::smt ? 506 : 525;
            for (uint64_t seed = 500; seed < last; ++seed) {
                INFO(engine.name << " seed " << seed << " model " << text);
                compare(engine,
                        fuzz::cook(fuzz::random_recipe(seed, {.max_accesses = 5}), "random"),
                        model);
            }
        }
    }
}

TEST_CASE("a model that is not monotone is refused with the reason", "[encoders][plan]") {
    Case c;
    c.write(0, c.at(0x1000), c.number(1));
    const ir::Program program = std::move(c.b).finish();
    const models::Model model = models::parse_model("acyclic po \\ (rf ; po)", "bad.cat");
    for (const Engine& engine : engines)
        CHECK_THROWS_AS(engine.run(program, model, {}, {}), ir::Unsupported);
}

TEST_CASE("a program with no events", "[encoders][session]") {
    Builder b("empty", "test");
    b.add_thread("P0");
    b.set_condition({ir::Quantifier::Exists, b.true_(), "true"});
    const ir::Program program = std::move(b).finish();
    for (const Engine& engine : engines) {
        CHECK(engine.run(program, power(), {}, {}).verdict == Verdict::Holds);
        const ir::Answer answer = engine.run(program, power(), {.executions = true}, {});
        CHECK(answer.executions == 1);
        CHECK(answer.states.size() == 1);
    }
}

TEST_CASE("an assume that never holds blocks its thread only", "[encoders][session]") {
    Case c;
    c.b.assume(0, c.b.true_(), c.b.exprs().bool_const(false), {}, {});
    c.b.set_completed(0, c.b.exprs().bool_const(false));
    const ir::EventId r = c.read(1, c.at(0x1000));
    c.b.assertion(1, c.b.true_(), c.b.exprs().make(Op::Eq, c.b.value_of(r), c.number(1)), {}, {});
    const ir::Program program = std::move(c.b).finish();
    for (const Engine& engine : engines) {
        const ir::Answer answer = engine.run(program, power(), {.executions = true}, {});
        CHECK(answer.verdict == Verdict::Violated);
        CHECK(answer.executions == 0);
        CHECK(answer.blocked == 1);
    }
}

TEST_CASE("64-bit inputs are symbolic", "[encoders][session]") {
    Case c;
    const Expr in = c.b.add_input("n", 64);
    const Expr edge = c.b.exprs().constant(64, uint64_t{1} << 63);
    // n * n = 2^62 and n is negative: n = -2^31.
    const Expr square = c.b.exprs().make(Op::Mul, in, in);
    const Expr wanted = c.b.exprs().conjunction(
        c.b.exprs().make(Op::Eq, square, c.b.exprs().constant(64, uint64_t{1} << 62)),
        c.b.exprs().make(Op::Ule, edge, in));
    c.b.assertion(0, c.b.true_(), c.b.exprs().negation(wanted), {}, {});
    const ir::Program program = std::move(c.b).finish();
    for (const Engine& engine : engines) {
        const ir::Answer answer = engine.run(program, power(), {}, {});
        REQUIRE(answer.verdict == Verdict::Violated);
        const uint64_t n = answer.witness->inputs[0];
        CHECK(n * n == uint64_t{1} << 62);
        CHECK(n >= uint64_t{1} << 63);
    }
}

TEST_CASE("an address outside every object is unknown, a violation elsewhere stands",
          "[encoders][session]") {
    for (const bool fails : {false, true}) {
        Case c;
        const Expr in = c.b.add_input("i", 8);
        const Expr address = c.b.exprs().make(
            Op::Add, c.at(0x1000),
            c.b.exprs().make(Op::Mul, c.b.exprs().zext(in, 64), c.b.exprs().constant(64, 4)));
        const ir::EventId r = c.read(0, address);
        const Expr expected = c.number(fails ? 1 : 0);
        c.b.assertion(0, c.b.true_(), c.b.exprs().make(Op::Eq, c.b.value_of(r), expected), {}, {});
        const ir::Program program = std::move(c.b).finish();
        for (const Engine& engine : engines) {
            const ir::Answer answer = engine.run(program, power(), {}, {});
            CHECK(answer.verdict == (fails ? Verdict::Violated : Verdict::Unknown));
            if (!fails) CHECK_THAT(answer.reason, ContainsSubstring("in no object"));
        }
    }
}

TEST_CASE("accesses that overlap in part are refused", "[encoders][choices]") {
    Case c;
    c.write(0, c.at(0x1000), c.number(1));
    c.b.read(1, {.guard = {}, .address = c.at(0x1002), .size = 2});
    const ir::Program program = std::move(c.b).finish();
    for (const Engine& engine : engines)
        CHECK_THROWS_AS(engine.run(program, power(), {}, {}), ir::Unsupported);
}

TEST_CASE("values do not come out of thin air", "[encoders][value_order]") {
    // Load buffering with data flow, under a model without any order.
    Case c;
    const ir::EventId a = c.read(0, c.at(0x1000)), b = c.read(1, c.at(0x2000));
    c.write(0, c.at(0x2000), c.b.value_of(a));
    c.write(1, c.at(0x1000), c.b.value_of(b));
    c.b.set_condition({ir::Quantifier::Exists,
                       c.b.exprs().make(Op::Eq, c.b.value_of(a), c.number(42)), "r = 42"});
    const ir::Program program = std::move(c.b).finish();
    const models::Model model = models::parse_model("empty 0", "nothing.cat");
    for (const Engine& engine : engines) {
        const ir::Answer answer = engine.run(program, model, {.executions = true}, {});
        CHECK_FALSE(answer.satisfied);
        CHECK(answer.executions == 3);
    }
}

TEST_CASE("cancellation and deadlines are prompt", "[encoders][session]") {
    // Factoring a 62-bit number takes longer than anybody waits here.
    Case c;
    const Expr p = c.b.add_input("p", 64), q = c.b.add_input("q", 64);
    ir::ExprPool& pool = c.b.exprs();
    const Expr limit = pool.constant(64, uint64_t{1} << 32), one = pool.constant(64, 1);
    Expr wanted = pool.make(Op::Eq, pool.make(Op::Mul, p, q),
                            pool.constant(64, uint64_t{2147483647} * 2147483629));
    for (Expr factor : {p, q}) {
        wanted = pool.conjunction(wanted, pool.make(Op::Ult, factor, limit));
        wanted = pool.conjunction(wanted, pool.make(Op::Ult, one, factor));
    }
    c.b.assertion(0, c.b.true_(), pool.negation(wanted), {}, {});
    const ir::Program program = std::move(c.b).finish();
    using Clock = std::chrono::steady_clock;
    for (const Engine& engine : engines) {
        INFO(engine.name);
        Clock::time_point start = Clock::now();
        ir::Limits limits;
        limits.deadline = start + std::chrono::milliseconds(300);
        ir::Answer answer = engine.run(program, power(), {}, limits);
        if (answer.verdict != Verdict::Unknown) continue;  // a lucky solver
        CHECK(answer.reason == "out of time");
        // `./dev bench cancel` measures; a test on a busy machine can only see that it ends.
        CHECK(Clock::now() - *limits.deadline < std::chrono::seconds(10));

        limits = {};
        limits.memory = 1;
        CHECK(engine.run(program, power(), {}, limits).reason == "out of memory");

        std::stop_source source;
        ir::Limits stoppable;
        stoppable.stop = source.get_token();
        std::jthread later([&] {
            std::this_thread::sleep_for(std::chrono::milliseconds(200));
            start = Clock::now();
            source.request_stop();
        });
        answer = engine.run(program, power(), {}, stoppable);
        later.join();
        if (answer.verdict != Verdict::Unknown) continue;
        CHECK(answer.reason == "cancelled");
        CHECK(Clock::now() - start < std::chrono::seconds(10));
    }
}

TEST_CASE("encoding asks often whether to go on", "[encoders][engines]") {
    // Threads that write and read three locations in turn: thousands of edges and clauses.
    Builder b("large", "test");
    for (uint64_t i = 0; i < 3; ++i)
        b.add_object({.name = "x" + std::to_string(i), .address = 0x1000 + 8 * i, .size = 8});
    for (int t = 0; t < 4; ++t) {
        const ir::ThreadId thread = b.add_thread("P" + std::to_string(t));
        for (uint64_t i = 0; i < 20; ++i) {
            const ir::Access here{.address = b.exprs().constant(64, 0x1000 + 8 * (i % 3))};
            b.write(thread, here, b.exprs().constant(64, i), {});
            b.read(thread, {.address = b.exprs().constant(64, 0x1000 + 8 * ((i + 1) % 3))});
        }
    }
    const ir::Program program = std::move(b).finish();
    const models::Model model = power();
    unsigned polls = 0;
    const std::function<void()> count = [&] { ++polls; };
    const std::shared_ptr<const encoders::Plan> plan = encoders::plan_for(model);
    const encoders::Frame frame(program, *plan, count);
    CHECK(polls >= frame.reads().size());
    solvers::Cadical solver;
    encoders::Gates gates(solver);
    encoders::CnfData data(program, gates, solver);
    encoders::CnfOrders orders(gates);
    polls = 0;
    const encoders::Problem problem(program, plan, gates, data, orders, count);
    CHECK(polls > 200);
    // Whoever stops it from a poll gets out at once.
    struct Enough {};
    const std::function<void()> stop = [&] {
        if (polls-- == 100) throw Enough{};
    };
    solvers::Cadical other;
    encoders::Gates more(other);
    encoders::CnfData values(program, more, other);
    encoders::CnfOrders graphs(more);
    CHECK_THROWS_AS(encoders::Problem(program, plan, more, values, graphs, stop), Enough);
    CHECK(polls == 99);
}
