// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// The checker against a naive evaluator, on random programs, executions and terms.
#include "models/checker.h"

#include <catch2/catch_test_macros.hpp>
#include <random>

#include "models/parse.h"
#include "models/shipped.h"
#include "tests/unit/models/litmus.h"
#include "tests/unit/models/naive.h"

using namespace fencepost;
using namespace fencepost::models;
using namespace fencepost::models::test;

namespace {

using Random = std::mt19937;

unsigned below(Random& random, unsigned bound) {
    return std::uniform_int_distribution<unsigned>(0, bound - 1)(random);
}

/// Threads of accesses, fences and branches with random dependencies, some of them guarded
/// by the value of an earlier read.
ir::Program random_program(Random& random, unsigned threads, unsigned events) {
    constexpr ir::FenceKind fences[] = {ir::FenceKind::Sync,  ir::FenceKind::Lwsync,
                                        ir::FenceKind::Eieio, ir::FenceKind::Isync,
                                        ir::FenceKind::Full,  ir::FenceKind::Mfence};
    Litmus l(threads);
    ir::ExprPool& exprs = l.builder().exprs();
    for (ir::ThreadId t = 0; t < threads; ++t) {
        std::vector<ir::EventId> reads;
        const auto some_reads = [&] {
            ir::DepSet set;
            if (reads.empty() || below(random, 2) == 0) return set;
            set = l.on(reads[below(random, unsigned(reads.size()))]);
            if (below(random, 3) == 0) {
                const ir::Expr value = l.builder().value_of(reads[0]);
                const ir::Expr guard = exprs.make(ir::Op::Eq, value, exprs.constant(64, 1));
                set = l.builder().deps().restrict(exprs, set, guard);
            }
            return set;
        };
        for (unsigned i = 0; i < events; ++i) {
            const unsigned location = below(random, 3);
            switch (below(random, 6)) {
                case 0:
                case 1:
                    reads.push_back(l.read(t, location, some_reads()));
                    break;
                case 2: {
                    const ir::DepSet addr = some_reads(), data = some_reads();
                    l.write(t, location, addr, data);
                    break;
                }
                case 3:
                    l.fence(t, fences[below(random, std::size(fences))]);
                    break;
                case 4:
                    l.branch(t, some_reads());
                    break;
                case 5:
                    reads.push_back(l.read(t, location, {}, true));
                    l.write(t, location, {}, some_reads(), l.on(reads.back()));
                    break;
            }
        }
    }
    return std::move(l).finish();
}

/// Random rf, co and values; now and then the end of a thread does not happen.
void scramble(Random& random, const ir::Program& program, ir::Execution& e) {
    if (below(random, 4) == 0) {
        e = first_execution(program);
        for (const ir::Thread& thread : program.threads()) {
            const size_t last = thread.events.size() - below(random, 3) / 2;
            for (size_t i = last; i < thread.events.size(); ++i) e.executed[thread.events[i]] = 0;
        }
        for (ir::CoherenceOrder& order : e.co)
            std::erase_if(order.writes, [&](ir::EventId w) { return !e.executed[w]; });
        std::erase_if(e.co, [&](const ir::CoherenceOrder& order) {
            for (ir::EventId id = 0; id < e.executed.size(); ++id)
                if (e.executed[id] && program.event(id).is_access() &&
                    e.address[id] == order.location.address)
                    return false;
            return true;
        });
    }
    if (below(random, 2) == 0)
        for (ir::CoherenceOrder& order : e.co)
            std::shuffle(order.writes.begin(), order.writes.end(), random);
    for (ir::EventId id = 0; id < e.executed.size(); ++id) {
        if (!program.event(id).is_read()) continue;
        e.value[id] = e.executed[id] ? below(random, 2) : 0;
        e.rf[id] = ir::no_event;
        if (!e.executed[id]) continue;
        e.rf[id] = ir::initial_write;
        for (const ir::CoherenceOrder& order : e.co)
            if (order.location.address == e.address[id] && below(random, 3) > 0 &&
                !order.writes.empty())
                e.rf[id] = order.writes[below(random, unsigned(order.writes.size()))];
    }
}

Pairs evaluate(Checker& checker, const ir::Execution& e, Term term) {
    const auto number = [&](const Node& node) {
        if (!node.is_initial()) return static_cast<int>(node.event);
        for (size_t i = 0; i < e.co.size(); ++i)
            if (e.co[i].location == node.location) return -1 - static_cast<int>(i);
        return INT32_MIN;
    };
    Pairs result;
    for (const auto& [a, b] : checker.evaluate(e, term)) result.insert({number(a), number(b)});
    return result;
}

std::string random_set(Random& random, int depth) {
    const char* base[] = {"_", "M", "R", "W", "IW", "F", "B", "X", "SYNC", "PLAIN", "RMW"};
    switch (depth > 0 ? below(random, 7) : 0) {
        case 1:
            return "(" + random_set(random, depth - 1) + "|" + random_set(random, depth - 1) + ")";
        case 2:
            return "(" + random_set(random, depth - 1) + "&" + random_set(random, depth - 1) + ")";
        case 3:
            return "(" + random_set(random, depth - 1) + "\\" + random_set(random, depth - 1) + ")";
        case 4:
            return "(~" + random_set(random, depth - 1) + ")";
        default:
            return base[below(random, std::size(base))];
    }
}

/// `variables`: recursion variables that may occur, positively.
std::string random_relation(Random& random, int depth, const std::vector<std::string>& variables) {
    const char* base[] = {"po",  "rf",  "co",  "fr", "addr", "data",   "ctrl",          "rmw",
                          "loc", "int", "ext", "id", "rfe",  "po-loc", "fencerel(SYNC)"};
    const auto sub = [&] { return random_relation(random, depth - 1, variables); };
    const auto closed = [&] { return random_relation(random, depth - 1, {}); };
    switch (depth > 0 ? below(random, 14) : 0) {
        case 1:
            return "(" + sub() + " | " + sub() + ")";
        case 2:
            return "(" + sub() + " & " + sub() + ")";
        case 3:
            return "(" + sub() + " \\ " + closed() + ")";
        case 4:
            return "(~" + closed() + ")";
        case 5:
        case 6:
            return "(" + sub() + " ; " + sub() + ")";
        case 7:
            return "(" + sub() + ")+";
        case 8:
            return "(" + sub() + ")*";
        case 9:
            return "(" + sub() + ")?";
        case 10:
            return "(" + sub() + ")^-1";
        case 11:
            return "[" + random_set(random, 2) + "]";
        case 12:
            return "(" + random_set(random, 1) + " * " + random_set(random, 1) + ")";
        case 13:
            return "[domain(" + sub() + ") | range(" + sub() + ")]";
        default:
            if (!variables.empty() && below(random, 2) == 0)
                return variables[below(random, unsigned(variables.size()))];
            return base[below(random, std::size(base))];
    }
}

std::string random_model(Random& random) {
    std::string text;
    for (int i = 0; i < 4; ++i)
        text += "let d" + std::to_string(i) + " = " + random_relation(random, 4, {}) + "\n";
    text += "let rec v = " + random_relation(random, 3, {"v", "w"}) +
            "\nand w = " + random_relation(random, 3, {"v", "w"}) + "\n";
    text += "let use = " + random_relation(random, 3, {"v", "w", "d0", "d1"}) + "\n";
    return text + "acyclic d0\nirreflexive d1\nempty d2 & use\nacyclic v\n";
}

}  // namespace

TEST_CASE("random terms have the values of the naive evaluator", "[models][checker]") {
    Random random(20240);
    for (int round = 0; round < 60; ++round) {
        const ir::Program program = random_program(random, 2 + below(random, 2), 4);
        const std::string text = random_model(random);
        const Model model = parse_model(text, "random.cat");
        Checker checker(model, program);
        ir::Execution e = first_execution(program);
        for (int i = 0; i < 12; ++i) {
            scramble(random, program, e);
            Naive naive(model, program, e);
            // In this order, so that the checker meets executions with terms left behind.
            const bool is_consistent = naive.consistent();
            REQUIRE(checker.consistent(e) == is_consistent);
            REQUIRE(checker.check(e).consistent == is_consistent);
            REQUIRE(checker.explain(e).edges.empty() == is_consistent);
            for (const Definition& d : model.definitions) {
                if (below(random, 3) > 0) continue;
                INFO(text << d.name);
                REQUIRE(evaluate(checker, e, d.term) == naive.evaluate(d.term));
            }
        }
    }
}

TEST_CASE("shipped models judge random executions as the naive evaluator", "[models][checker]") {
    Random random(99);
    unsigned allowed = 0, forbidden = 0;
    for (const char* name : {"sc", "tso", "pso", "power"}) {
        const Model model = load_model(name);
        for (int round = 0; round < 25; ++round) {
            const ir::Program program = random_program(random, 2 + below(random, 2), 3);
            Checker checker(model, program);
            ir::Execution e = first_execution(program);
            for (int i = 0; i < 12; ++i) {
                scramble(random, program, e);
                const bool expected = Naive(model, program, e).consistent();
                (expected ? allowed : forbidden) += 1;
                REQUIRE(checker.consistent(e) == expected);
                const Judgement j = checker.explain(e);
                REQUIRE(j.consistent == expected);
                REQUIRE(j.edges.empty() == expected);
            }
        }
    }
    CHECK(allowed > 100);
    CHECK(forbidden > 100);
}

TEST_CASE("executions with more than 64 nodes", "[models][checker]") {
    Random random(5);
    const Model model = load_model("power");
    const ir::Program program = random_program(random, 4, 20);
    REQUIRE(program.events().size() > 64);
    Checker checker(model, program);
    ir::Execution e = first_execution(program);
    for (int i = 0; i < 3; ++i) {
        scramble(random, program, e);
        Naive naive(model, program, e);
        for (const char* name : {"ppo", "sync", "rfe", "hb"})
            REQUIRE(evaluate(checker, e, model.find(name)) == naive.evaluate(model.find(name)));
    }
}
