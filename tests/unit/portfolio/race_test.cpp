// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// The race with engines that misbehave: whatever they do, the verdict is right or an honest
// unknown, and nothing stays behind.
#include "portfolio/race.h"

#include <atomic>
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <random>
#include <thread>

#include "frontend/litmus/litmus.h"
#include "ir/errors.h"
#include "ir/text.h"
#include "models/shipped.h"
#include "portfolio/memory.h"

using namespace fencepost;
using namespace std::chrono_literals;
using Catch::Matchers::ContainsSubstring;
using portfolio::Engine;
using portfolio::Race;
using portfolio::RaceResult;
using portfolio::Status;

namespace {

using Misdeed = std::function<ir::Answer(const ir::Limits&)>;

Engine engine(std::string_view name, Misdeed what) {
    return {.name = name,
            .run = [what = std::move(what)](const ir::Program&, const models::Model&,
                                            const ir::Question&,
                                            const ir::Limits& limits) { return what(limits); }};
}

ir::Answer holds() {
    ir::Answer answer;
    answer.verdict = ir::Verdict::Holds;
    return answer;
}

ir::Answer unknown(std::string reason) {
    ir::Answer answer;
    answer.reason = std::move(reason);
    return answer;
}

/// Waits for its stop token, as a good engine does.
ir::Answer wait_for_stop(const ir::Limits& limits) {
    while (limits.exceeded() == nullptr) std::this_thread::sleep_for(1ms);
    return unknown(limits.exceeded());
}

std::shared_ptr<const ir::Program> store_buffering() {
    return std::make_shared<ir::Program>(
        frontend::parse_litmus("PPC SB\n{ 0:r2=x; 0:r4=y; 1:r2=x; 1:r4=y; x=0; y=0; }\n"
                               " P0           | P1           ;\n"
                               " li r1,1      | li r1,1      ;\n"
                               " stw r1,0(r2) | stw r1,0(r4) ;\n"
                               " lwz r3,0(r4) | lwz r3,0(r2) ;\n"
                               "~exists (0:r3=0 /\\ 1:r3=0)\n",
                               "SB.litmus", {}));
}

std::shared_ptr<const models::Model> model(const char* name) {
    return std::make_shared<models::Model>(models::load_model(name));
}

RaceResult race(std::vector<Engine> entrants, portfolio::Budget budget = {},
                portfolio::RaceSettings settings = {}, const char* under = "sc") {
    Race race(std::move(entrants), store_buffering(), model(under), {}, std::move(budget),
              settings);
    return race.run();
}

const portfolio::Entry& entry(const RaceResult& result, std::string_view engine) {
    for (const auto& e : result.entries)
        if (e.engine == engine) return e;
    FAIL("no such entry");
    return result.entries.front();
}

}  // namespace

TEST_CASE("the first verdict wins and the others are stopped", "[portfolio][race]") {
    std::atomic<bool> stopped = false;
    {
        Race race({engine("slow",
                          [&](const ir::Limits& limits) {
                              ir::Answer answer = wait_for_stop(limits);
                              stopped = true;
                              return answer;
                          }),
                   engine("quick", [](const ir::Limits&) { return holds(); })},
                  store_buffering(), model("sc"), {}, {}, {.cores = 2});
        const RaceResult result = race.run();
        CHECK(result.winner == "quick");
        CHECK(result.answer.verdict == ir::Verdict::Holds);
        CHECK(entry(result, "quick").status == Status::Won);
        CHECK(entry(result, "slow").status == Status::Cancelled);
    }
    CHECK(stopped);
}

TEST_CASE("an engine that cannot leaves the race and is listed", "[portfolio][race]") {
    const RaceResult result = race(
        {engine("throws",
                [](const ir::Limits&) -> ir::Answer { throw std::runtime_error("no luck"); }),
         engine("refuses",
                [](const ir::Limits&) -> ir::Answer { throw ir::Unsupported("not my model"); }),
         engine("starves", [](const ir::Limits&) -> ir::Answer { throw std::bad_alloc(); }),
         engine("odd", [](const ir::Limits&) -> ir::Answer { throw 7; }),
         engine("lies",
                [](const ir::Limits&) {
                    ir::Answer answer;
                    answer.verdict = ir::Verdict::Violated;
                    answer.satisfied = true;
                    answer.witness.emplace();
                    return answer;
                }),
         engine("works", [](const ir::Limits&) { return holds(); })},
        {}, {.deterministic = true});
    CHECK(result.winner == "works");
    CHECK(entry(result, "throws").status == Status::Failed);
    CHECK(entry(result, "throws").reason == "no luck");
    CHECK(entry(result, "refuses").status == Status::Unsupported);
    CHECK_THAT(entry(result, "refuses").reason, ContainsSubstring("not my model"));
    CHECK(entry(result, "starves").status == Status::OutOfMemory);
    CHECK(entry(result, "odd").status == Status::Failed);
    CHECK(entry(result, "lies").status == Status::Failed);
    CHECK_THAT(entry(result, "lies").reason, ContainsSubstring("should replay"));
}

TEST_CASE("without a verdict the reasons are told", "[portfolio][race]") {
    const auto gives_up = [](const ir::Limits&) { return unknown("too large"); };
    RaceResult result = race({engine("a", gives_up), engine("b", gives_up)});
    CHECK(result.answer.verdict == ir::Verdict::Unknown);
    CHECK(result.answer.reason == "too large");
    CHECK(result.winner.empty());

    result =
        race({engine("a", gives_up),
              engine("b", [](const ir::Limits&) -> ir::Answer { throw ir::Unsupported("this"); })});
    CHECK_THAT(result.answer.reason, ContainsSubstring("a: too large; b: "));

    const auto broken = [](const ir::Limits&) -> ir::Answer { throw ir::InternalError("bug"); };
    CHECK_THROWS_AS(race({engine("a", gives_up), engine("b", broken)}), ir::InternalError);
}

TEST_CASE("a budget ends the race", "[portfolio][race]") {
    const auto waits = [](const ir::Limits& limits) { return wait_for_stop(limits); };
    portfolio::Budget late;
    late.deadline = portfolio::Clock::now() + 30ms;
    CHECK(race({engine("a", waits)}, late).answer.reason == "out of time");

    // An engine that does not look at the deadline.
    const auto deaf = [](const ir::Limits& limits) {
        while (!limits.stop.stop_requested()) std::this_thread::sleep_for(1ms);
        return unknown("at last");
    };
    late.deadline = portfolio::Clock::now() + 30ms;
    CHECK(race({engine("a", deaf)}, late).answer.reason == "out of time");

    portfolio::Budget little_cpu{.cpu_seconds = 1e-9};
    CHECK(race({engine("a", waits)}, little_cpu).answer.reason == "out of CPU time");

    std::stop_source source;
    source.request_stop();
    CHECK(race({engine("a", waits)}, {.stop = source.get_token()}).answer.reason == "interrupted");
}

TEST_CASE("the memory guard stops one engine after the other", "[portfolio][race]") {
    // Any process is larger than this.
    const RaceResult result =
        race({engine("a", [](const ir::Limits& limits) { return wait_for_stop(limits); }),
              engine("b", [](const ir::Limits& limits) { return wait_for_stop(limits); })},
             {.memory = 1 << 20}, {.cores = 2});
    CHECK(result.answer.verdict == ir::Verdict::Unknown);
    for (const char* name : {"a", "b"}) {
        CHECK(entry(result, name).status == Status::OutOfMemory);
        CHECK_THAT(entry(result, name).reason, ContainsSubstring("stopped at"));
    }
}

TEST_CASE("an engine that never stops is left behind", "[portfolio][race]") {
    std::atomic<bool> release = false, gone = false;
    {
        Race race({engine("hangs",
                          [&](const ir::Limits&) {
                              while (!release) std::this_thread::sleep_for(1ms);
                              gone = true;
                              return unknown("too late");
                          }),
                   engine("works", [](const ir::Limits&) { return holds(); })},
                  store_buffering(), model("sc"), {}, {}, {.cores = 2, .patience = 20ms});
        CHECK(race.run().winner == "works");
        CHECK_FALSE(race.finished());
    }
    release = true;
    while (!gone) std::this_thread::sleep_for(1ms);
}

TEST_CASE("contradictions are found", "[portfolio][race]") {
    const auto says_violated = [](const ir::Limits&) {
        ir::Answer answer;
        answer.verdict = ir::Verdict::Violated;
        return answer;
    };
    const auto says_holds = [](const ir::Limits&) { return holds(); };
    CHECK_THROWS_AS(
        race({engine("a", says_violated), engine("b", says_holds)}, {}, {.cross_check = true}),
        portfolio::Disagreement);
}

TEST_CASE("a deterministic race is won by the first that can", "[portfolio][race]") {
    for (int i = 0; i < 20; ++i) {
        const RaceResult result =
            race({engine("a", [](const ir::Limits&) { return unknown("no"); }),
                  engine("b",
                         [](const ir::Limits&) {
                             std::this_thread::sleep_for(3ms);
                             return holds();
                         }),
                  engine("c", [](const ir::Limits&) { return holds(); })},
                 {}, {.deterministic = true});
        REQUIRE(result.winner == "b");
        REQUIRE(entry(result, "c").status == Status::Waiting);
    }
}

TEST_CASE("200 races among engines that fail at random", "[portfolio][race]") {
    std::mt19937 random(1);
    for (int round = 0; round < 200; ++round) {
        std::vector<Engine> entrants;
        bool someone = false;
        for (const Engine& real : portfolio::engines()) {
            const int delay = static_cast<int>(random() % 3);
            const unsigned fate = random() % 6;
            someone |= fate >= 3;
            Engine injected = real;
            injected.run = [run = real.run, delay, fate](const auto& p, const auto& m,
                                                         const auto& q, const ir::Limits& l) {
                std::this_thread::sleep_for(std::chrono::milliseconds(delay));
                if (fate == 0) throw std::runtime_error("injected");
                if (fate == 1) throw std::bad_alloc();
                if (fate == 2) return wait_for_stop(l);
                return run(p, m, q, l);
            };
            entrants.push_back(std::move(injected));
        }
        const bool sc = random() % 2 == 0;
        portfolio::Budget budget;
        if (!someone) budget.deadline = portfolio::Clock::now() + 50ms;
        const RaceResult result =
            race(std::move(entrants), budget, {.cores = 2}, sc ? "sc" : "tso");
        CAPTURE(round, sc, result.answer.reason);
        if (someone)
            REQUIRE(result.answer.verdict == (sc ? ir::Verdict::Holds : ir::Verdict::Violated));
        else
            REQUIRE(result.answer.verdict == ir::Verdict::Unknown);
    }
}

TEST_CASE("memory is booked where it was taken", "[portfolio][memory]") {
    portfolio::MemoryAccount account;
    portfolio::MemoryAccount::open(&account);
    auto block = std::make_unique<std::vector<char>>(1 << 20);
    portfolio::MemoryAccount::open(nullptr);
    const int64_t held = account.bytes();
    if (held == 0) SKIP("a sanitizer's allocator");
    CHECK(held >= 1 << 20);
    portfolio::MemoryAccount::open(&account);
    block.reset();
    portfolio::MemoryAccount::open(nullptr);
    CHECK(account.bytes() < 1000);
    CHECK(portfolio::resident_memory() > 1 << 20);
}
