// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Exact sets of traces, not only verdicts: a missing and a doubled trace both show.
#include "explorers/rsmc/rsmc.h"

#include <catch2/catch_test_macros.hpp>
#include <chrono>
#include <ctime>
#include <map>
#include <set>
#include <stop_token>
#include <thread>

#include "explorers/enumerate/enumerate.h"
#include "ir/builder.h"
#include "ir/errors.h"
#include "ir/text.h"
#include "models/checker.h"
#include "models/parse.h"
#include "models/shipped.h"
#include "tests/fuzz/lock_program.h"
#include "tests/fuzz/recipe.h"

using namespace fencepost;

namespace {

/// Threads of accesses to x, y, z; written like the papers do.
class Test {
  public:
    explicit Test(unsigned threads) : builder_("test", "PPC") {
        for (unsigned i = 0; i < 3; ++i)
            builder_.add_object({.name = std::string(1, static_cast<char>('x' + i)),
                                 .address = 0x1000 + 16 * i,
                                 .size = 8});
        for (unsigned t = 0; t < threads; ++t) builder_.add_thread("P" + std::to_string(t));
    }

    ir::EventId read(unsigned t, char location) { return builder_.read(t, access(location)); }
    void write(unsigned t, char location, uint64_t value) {
        builder_.write(t, access(location), builder_.exprs().constant(64, value), {});
    }
    void write_data(unsigned t, char location, ir::EventId from) {
        builder_.write(t, access(location), builder_.value_of(from),
                       builder_.deps().single(builder_.exprs(), from));
    }
    /// Returns the read.
    ir::EventId increment(unsigned t, char location) {
        ir::Access part = access(location);
        part.exclusive = true;
        const ir::EventId read = builder_.read(t, part);
        const ir::DepSet link = builder_.deps().single(builder_.exprs(), read);
        const ir::Expr sum = builder_.exprs().make(ir::Op::Add, builder_.value_of(read),
                                                   builder_.exprs().constant(64, 1));
        builder_.write(t, part, sum, link, link);
        return read;
    }
    void fence(unsigned t, ir::FenceKind kind) { builder_.fence(t, kind, builder_.true_(), {}); }
    ir::Builder& builder() { return builder_; }
    ir::Program finish() { return std::move(builder_).finish(); }

  private:
    ir::Access access(char location) {
        return {.address = builder_.exprs().constant(64, 0x1000 + 16u * (location - 'x'))};
    }
    ir::Builder builder_;
};

using Traces = std::set<std::string>;

/// Every trace as the values of its reads, in order of events, and of each location's last
/// two or more writes in coherence order: "01" or "01 x12". Fails on a trace seen twice, or
/// one that the model forbids.
Traces traces(const ir::Program& program, const std::string& model_name,
              const ir::Question& question = {.executions = true}) {
    const models::Model model = models::load_model(model_name);
    models::Checker checker(model, program);
    std::set<std::vector<ir::EventId>> seen;
    Traces result;
    explorers::RsmcObserver observer;
    observer.on_trace = [&](const ir::Execution& e) {
        std::vector<ir::EventId> key(e.rf);
        std::string text;
        for (ir::EventId id = 0; id < program.events().size(); ++id)
            if (e.executed[id] && program.event(id).is_read()) text += std::to_string(e.value[id]);
        for (const ir::CoherenceOrder& order : e.co) {
            key.insert(key.end(), order.writes.begin(), order.writes.end());
            if (order.writes.size() < 2) continue;
            text += " " + program.describe_address(order.location.address);
            for (ir::EventId w : order.writes) text += std::to_string(e.value[w]);
        }
        CHECK(seen.insert(key).second);
        CHECK(checker.consistent(e));
        result.insert(text);
    };
    const ir::Answer answer = explorers::rsmc(program, model, question, {}, observer);
    CHECK(observer.stats.traces == seen.size());
    CHECK(answer.executions + answer.blocked == seen.size());
    return result;
}

uint64_t count(const ir::Program& program, const std::string& model) {
    return explorers::rsmc(program, models::load_model(model), {.executions = true}, {}).executions;
}

/// Runs given up.
uint64_t wasted(const ir::Program& program, const std::string& model) {
    explorers::RsmcObserver observer;
    explorers::rsmc(program, models::load_model(model), {.executions = true}, {}, observer);
    return observer.stats.wasted;
}

ir::Program store_buffering(bool fenced) {
    Test t(2);
    for (unsigned k = 0; k < 2; ++k) {
        t.write(k, k == 0 ? 'x' : 'y', 1);
        if (fenced) t.fence(k, ir::FenceKind::Sync);
        t.read(k, k == 0 ? 'y' : 'x');
    }
    return t.finish();
}

}  // namespace

TEST_CASE("RSMC finds the traces of SB", "[explorers][rsmc]") {
    const ir::Program sb = store_buffering(false);
    CHECK(traces(sb, "sc") == Traces{"01", "10", "11"});
    for (const char* model : {"tso", "pso", "power"})
        CHECK(traces(sb, model) == Traces{"00", "01", "10", "11"});
    const ir::Program fenced = store_buffering(true);
    for (const char* model : {"sc", "tso", "pso", "power"})
        CHECK(traces(fenced, model) == Traces{"01", "10", "11"});
}

TEST_CASE("RSMC finds the traces of MP", "[explorers][rsmc]") {
    Test t(2);
    t.write(0, 'x', 1);
    t.write(0, 'y', 1);
    t.read(1, 'y');
    t.read(1, 'x');
    const ir::Program mp = t.finish();
    for (const char* model : {"sc", "tso"}) CHECK(traces(mp, model) == Traces{"00", "01", "11"});
    for (const char* model : {"pso", "power"})
        CHECK(traces(mp, model) == Traces{"00", "01", "10", "11"});
}

TEST_CASE("RSMC finds the traces of LB", "[explorers][rsmc]") {
    Test t(2);
    t.read(0, 'x');
    t.write(0, 'y', 1);
    t.read(1, 'y');
    t.write(1, 'x', 1);
    const ir::Program lb = t.finish();
    for (const char* model : {"sc", "tso", "pso"})
        CHECK(traces(lb, model) == Traces{"00", "01", "10"});
    CHECK(traces(lb, "power") == Traces{"00", "01", "10", "11"});
}

TEST_CASE("RSMC explores the paper's LB+data in 4 traces", "[explorers][rsmc]") {
    Test t(2);
    t.write_data(0, 'y', t.read(0, 'x'));
    t.read(1, 'y');
    t.write(1, 'x', 1);
    const ir::Program program = t.finish();
    CHECK(count(program, "power") == 4);
    CHECK(count(program, "sc") == 3);
}

TEST_CASE("RSMC finds the traces of IRIW", "[explorers][rsmc]") {
    Test t(4);
    t.write(0, 'x', 1);
    t.write(1, 'y', 1);
    t.read(2, 'x');
    t.read(2, 'y');
    t.read(3, 'y');
    t.read(3, 'x');
    const ir::Program iriw = t.finish();
    for (const char* model : {"sc", "tso", "pso"}) {
        const Traces found = traces(iriw, model);
        CHECK(found.size() == 15);
        CHECK(!found.contains("1010"));
    }
    CHECK(traces(iriw, "power").size() == 16);
}

TEST_CASE("RSMC finds the traces of 2+2W", "[explorers][rsmc]") {
    Test t(2);
    t.write(0, 'x', 1);
    t.write(0, 'y', 2);
    t.write(1, 'y', 1);
    t.write(1, 'x', 2);
    const ir::Program program = t.finish();
    const Traces three{" x12 y12", " x12 y21", " x21 y12"};
    for (const char* model : {"sc", "tso"}) CHECK(traces(program, model) == three);
    for (const char* model : {"pso", "power"}) CHECK(traces(program, model).size() == 4);
}

TEST_CASE("RSMC keeps each location coherent", "[explorers][rsmc]") {
    Test t(2);
    t.write(0, 'x', 1);
    t.write(0, 'x', 2);
    t.read(1, 'x');
    t.read(1, 'x');
    const ir::Program corr = t.finish();
    for (const char* model : {"sc", "tso", "pso", "power"})
        CHECK(traces(corr, model) ==
              Traces{"00 x12", "01 x12", "02 x12", "11 x12", "12 x12", "22 x12"});
}

TEST_CASE("RSMC keeps read-modify-writes atomic", "[explorers][rsmc]") {
    for (const char* model : {"sc", "tso", "pso", "power"}) {
        uint64_t factorial = 1;
        for (unsigned threads = 2; threads <= 4; ++threads) {
            Test t(threads);
            for (unsigned k = 0; k < threads; ++k) t.increment(k, 'x');
            factorial *= threads;
            const ir::Program program = t.finish();
            CHECK(traces(program, model).size() == factorial);
            CHECK(wasted(program, model) == 0);
        }
        Test t(2);
        t.increment(0, 'x');
        t.write(1, 'x', 5);
        CHECK(traces(t.finish(), model) == Traces{"0 x15", "5 x56"});
    }
}

/// Lock-free sections as compilers make them for POWER: what comes behind a read-modify-write
/// waits for its read, by control and isync, and not for its write.
ir::Program counted_sections(unsigned threads) {
    Test t(threads);
    ir::Builder& b = t.builder();
    for (unsigned k = 0; k < threads; ++k) {
        const auto step = [&] {
            t.fence(k, ir::FenceKind::Lwsync);
            const ir::EventId read = t.increment(k, 'x');
            b.branch(k, b.true_(), b.exprs().bool_const(true), b.deps().single(b.exprs(), read),
                     {});
            t.fence(k, ir::FenceKind::Isync);
        };
        step();
        t.write(k, 'y', k + 1);
        step();
        t.read(k, 'y');
    }
    return t.finish();
}

TEST_CASE("RSMC parts no read-modify-write under POWER", "[explorers][rsmc]") {
    const ir::Program program = counted_sections(2);
    const models::Model power = models::load_model("power");
    const ir::Answer expected = explorers::enumerate(program, power, {.executions = true}, {});
    CHECK(traces(program, "power").size() > 0);
    CHECK(count(program, "power") == expected.executions);
    CHECK(wasted(program, "power") == 0);
    CHECK(wasted(counted_sections(3), "power") == 0);
}

TEST_CASE("RSMC gives the figures of the paper", "[explorers][rsmc]") {
    for (const bool fenced : {false, true}) {
        Test t(2);
        ir::ExprPool& pool = t.builder().exprs();
        for (unsigned k = 0; k < 2; ++k) {
            t.write(k, k == 0 ? 'x' : 'y', 1);
            if (fenced) t.fence(k, ir::FenceKind::Sync);
            const ir::EventId r = t.read(k, k == 0 ? 'y' : 'x');
            const ir::Expr is_zero =
                pool.make(ir::Op::Eq, t.builder().value_of(r), pool.constant(64, 0));
            t.builder().branch(k, t.builder().true_(), is_zero, t.builder().deps().single(pool, r),
                               {});
            for (unsigned i = 0; i < 10; ++i)
                t.builder().write(k, {.guard = is_zero, .address = pool.constant(64, 0x1020)},
                                  pool.constant(64, 1), {});
        }
        const ir::Program program = t.finish();
        CHECK(count(program, "power") == (fenced ? 3 : 184759));
        CHECK(count(program, "sc") == 3);
    }
}

TEST_CASE("RSMC agrees with the reference engine on random programs", "[explorers][rsmc]") {
    std::map<std::string, models::Model> all;
    for (const models::ShippedModel& m : models::shipped_models())
        all[std::string(m.name)] = models::load_model(std::string(m.name));
    for (uint64_t seed = 1; seed <= 150; ++seed) {
        const ir::Program program = fuzz::cook(fuzz::random_recipe(seed), "random");
        for (const auto& [name, model] : all) {
            INFO("seed " << seed << ", model " << name);
            const ir::Answer want = explorers::enumerate(program, model, {.executions = true}, {});
            const ir::Answer got = explorers::rsmc(
                program, model,
                {.executions = true, .threads = static_cast<unsigned>(1 + seed % 3), .seed = seed},
                {});
            CHECK(got.verdict == want.verdict);
            CHECK(got.satisfied == want.satisfied);
            CHECK(got.refuted == want.refuted);
            CHECK(got.executions == want.executions);
            CHECK(got.satisfying == want.satisfying);
            CHECK(got.blocked == want.blocked);
            REQUIRE(got.states.size() == want.states.size());
            for (size_t k = 0; k < got.states.size(); ++k) {
                CHECK(got.states[k].values == want.states[k].values);
                CHECK(got.states[k].executions == want.states[k].executions);
            }
            CHECK(explorers::rsmc(program, model, {}, {}).verdict == want.verdict);
        }
    }
}

TEST_CASE("RSMC does not take a guard that is known early for a dependency", "[explorers][rsmc]") {
    // e11 waits for e7 only if e8 does not read 1 (found by fuzzing).
    const ir::Program program = ir::parse_text(R"(program "early" "random"
input "success" 1
object x at 0x1000 size 8
object y at 0x1100 size 4
object z at 0x1200 size 8
let %0 = (eq e8:32 1:32)
let %1 = (not %0)
let %2 = (eq e7:32 0:32)
let %3 = (or %0 (and %1 %2))
init &y+0/4 = 1:32
thread 0 "P0" completed %3
  e5: write &y/4 = 2:32
  e6: write &y/4 = 1:32
  e7: read &z/4
  e8: read &y/4
  e9: branch = %1 ctrl {e8}
  e10: assert = %2 if %1 ctrl {e7}
  e11: read &y/4 if %3 exclusive
  e12: write &y/4 = (add e11:32 1:32) if %3 exclusive data {e11} rmw {e11}
thread 1 "P1"
  e0: read &y/4
  e1: read &y/4 addr {e0}
  e2: write &y/4 = 2:32
  e3: read &z/4 exclusive
  e4: write &z/4 = (add e3:32 1:32) if in0:1 exclusive data {e3} rmw {e3}
)",
                                               "early");
    CHECK(count(program, "power") == 72);
}

TEST_CASE("RSMC's sum of traces does not depend on threads and seed", "[explorers][rsmc]") {
    Test t(3);
    for (unsigned k = 0; k < 3; ++k) {
        t.write(k, 'x', k + 1);
        t.read(k, 'y');
        t.write(k, 'y', k + 1);
        t.read(k, 'x');
    }
    const ir::Program program = t.finish();
    for (const char* model : {"sc", "power"}) {
        const uint64_t want = count(program, model);
        for (unsigned threads : {2u, 4u, 7u}) {
            const ir::Question question{.executions = true, .threads = threads, .seed = threads};
            CHECK(explorers::rsmc(program, models::load_model(model), question, {}).executions ==
                  want);
        }
    }
}

TEST_CASE("RSMC explores mutexes by sections and gives up no run", "[explorers][rsmc][mutex]") {
    for (const char* model : {"sc", "tso", "pso", "power"}) {
        CHECK(count(fuzz::counters(3, 3), model) == 1680);
        CHECK(wasted(fuzz::counters(3, 3), model) == 0);
        CHECK(count(fuzz::counters(6, 1), model) == 720);
    }
}

TEST_CASE("RSMC explores each trace with mutexes once", "[explorers][rsmc][mutex]") {
    for (uint64_t seed = 1; seed <= 120; ++seed) {
        // Some take and free mutexes in ways that are not explored by sections.
        const ir::Program program = fuzz::random_lock_program(
            seed, {.max_steps = 8, .trylocks = seed % 9 == 0, .misuse = seed % 9 == 1});
        for (const char* name : {"sc", "power"}) {
            INFO("seed " << seed << ", model " << name);
            const models::Model model = models::load_model(name);
            std::set<std::vector<uint64_t>> seen;
            explorers::RsmcObserver observer;
            observer.on_trace = [&](const ir::Execution& e) {
                CHECK(ir::waits_are_final(program, e));
                CHECK(seen.insert(ir::identity(e)).second);
            };
            observer.on_restart = [&] { seen.clear(); };
            const ir::Answer got =
                explorers::rsmc(program, model, {.executions = true, .seed = seed}, {}, observer);
            const ir::Answer want = explorers::enumerate(program, model, {.executions = true}, {});
            CHECK(got.executions == want.executions);
            CHECK(got.blocked == want.blocked);
        }
    }
}

TEST_CASE("RSMC recognises models by their axioms", "[explorers][rsmc]") {
    const ir::Program sb = store_buffering(false);
    const auto explore = [&](const std::string& text) {
        explorers::RsmcObserver observer;
        const ir::Answer answer = explorers::rsmc(sb, models::parse_model(text, "my.cat"),
                                                  {.executions = true}, {}, observer);
        return std::pair(answer.executions, observer.stats.traces);
    };
    // SC under other names and in another order: three traces, none too many.
    CHECK(explore(R"("mine"
        empty rmw & (fre ; coe)
        let all = co | (fr | (po | rf))
        acyclic all)") == std::pair<uint64_t, uint64_t>{3, 3});
    // TSO and more: TSO's four traces, of which the model's own axiom leaves three.
    std::string tso;
    for (const models::ShippedModel& m : models::shipped_models())
        if (m.name == "tso") tso = m.text;
    CHECK(explore(tso + "\nacyclic po | com as all") == std::pair<uint64_t, uint64_t>{3, 4});
    // Something else that keeps R->W order and coherence: explored by coherence alone.
    CHECK(explore(R"("mine"
        acyclic po-loc | rf | fr | co
        acyclic RM(po) | rfe | fre)") == std::pair<uint64_t, uint64_t>{4, 4});
    CHECK_THROWS_AS(explore(R"("mine"
        acyclic po-loc | rf | fr | co)"),
                    ir::Unsupported);
}

TEST_CASE("RSMC stops at once in a large program, whatever it is doing", "[explorers][rsmc]") {
    Test t(3);
    ir::ExprPool& pool = t.builder().exprs();
    for (unsigned k = 0; k < 3; ++k) {
        ir::Expr guard = t.builder().true_();
        ir::DepSet deps{};
        for (unsigned i = 0; i < 350; ++i) {
            const auto at = [&](unsigned place) {
                return ir::Access{.guard = guard,
                                  .address = pool.constant(64, 0x1000 + 16 * place)};
            };
            const ir::EventId r = t.builder().read(k, at((k + i) % 3));
            deps = t.builder().deps().unite(pool, deps, t.builder().deps().single(pool, r));
            const ir::Expr goes_on =
                pool.make(ir::Op::Ult, t.builder().value_of(r), pool.constant(64, i + 5));
            t.builder().branch(k, guard, goes_on, deps, {});
            guard = pool.conjunction(guard, goes_on);
            t.builder().write(k, at((k + i + 1) % 3), pool.constant(64, i), {});
            t.builder().fence(k, ir::FenceKind::Lwsync, guard, {});
        }
    }
    const ir::Program program = t.finish();
    for (const char* name : {"power", "tso"}) {
        const models::Model model = models::load_model(name);
        for (int delay : {0, 20, 60, 150, 400}) {
            std::stop_source source;
            std::clock_t stopped = 0;
            std::jthread stopper([&] {
                std::this_thread::sleep_for(std::chrono::milliseconds(delay));
                stopped = std::clock();
                source.request_stop();
            });
            const ir::Limits limits{.stop = source.get_token()};
            const ir::Answer answer = explorers::rsmc(program, model, {.executions = true}, limits);
            const std::clock_t ended = std::clock();
            stopper.join();
            INFO(name << ", " << delay << " ms");
            CHECK(answer.reason == "cancelled");
            // Processor time, as other things may be running.
            CHECK(static_cast<double>(ended - stopped) / CLOCKS_PER_SEC < 0.1);
        }
    }
}

TEST_CASE("RSMC stops when it is told to", "[explorers][rsmc]") {
    Test t(4);
    for (unsigned k = 0; k < 4; ++k)
        for (unsigned i = 0; i < 8; ++i) t.write(k, 'x', i);
    const ir::Program program = t.finish();
    ir::Limits limits;
    const auto start = std::chrono::steady_clock::now();
    limits.deadline = start + std::chrono::milliseconds(50);
    const ir::Answer answer =
        explorers::rsmc(program, models::load_model("power"), {.executions = true}, limits);
    CHECK(answer.verdict == ir::Verdict::Unknown);
    CHECK(answer.reason == "out of time");
    CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(2));
}
