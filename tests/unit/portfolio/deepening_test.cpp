// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
#include "portfolio/deepening.h"

#include <catch2/catch_test_macros.hpp>
#include <map>
#include <thread>

#include "ir/builder.h"
#include "ir/errors.h"
#include "models/shipped.h"

using namespace fencepost;
using namespace std::chrono_literals;
using ir::Verdict;
using portfolio::BoundedResult;
using portfolio::Deepening;

namespace {

/// What the engine says about a bound, and after how long.
struct Plan {
    Verdict verdict = Verdict::Holds;
    bool cut = true;
    std::chrono::milliseconds after{0};
    /// It cannot be built.
    bool unsupported = false;
    /// Building it takes forever.
    bool never_built = false;
};

/// Programs differ in their names only: the engine of the test goes by them. Each has a loop.
std::shared_ptr<const ir::Program> program(int bound) {
    ir::Builder builder(std::to_string(bound), "test");
    const ir::ThreadId thread = builder.add_thread("t");
    builder.add_cut({thread, builder.exprs().bool_const(false), "loop", {}});
    return std::make_shared<ir::Program>(std::move(builder).finish());
}

BoundedResult run(const std::map<int, Plan>& plans, std::chrono::milliseconds patience = 0ms) {
    const portfolio::Engine engine{.name = "test",
                                   .run = [&](const ir::Program& asked, const models::Model&,
                                              const ir::Question&, const ir::Limits& limits) {
                                       const Plan& plan = plans.at(std::stoi(asked.name()));
                                       ir::Answer answer;
                                       const auto end = portfolio::Clock::now() + plan.after;
                                       while (portfolio::Clock::now() < end) {
                                           if (limits.exceeded() != nullptr) return answer;
                                           std::this_thread::sleep_for(1ms);
                                       }
                                       answer.verdict = plan.verdict;
                                       answer.bound_reached = plan.cut;
                                       answer.reason =
                                           plan.verdict == Verdict::Unknown ? "too hard" : "";
                                       // Without a condition a violation needs an execution; `test`
                                       // only claims `holds`.
                                       return answer;
                                   }};
    const auto model = std::make_shared<models::Model>(models::load_model("sc"));
    Deepening deepening(
        [&](int bound, const std::function<bool()>& decided) {
            while (plans.at(bound).never_built) {
                if (decided()) throw ir::Stopped("not needed");
                std::this_thread::sleep_for(1ms);
            }
            if (plans.at(bound).unsupported) throw ir::Unsupported("a construct");
            return program(bound);
        },
        [&](auto asked, bool) {
            return std::make_unique<portfolio::Race>(std::vector{engine}, asked, model,
                                                     ir::Question{}, portfolio::Budget{},
                                                     portfolio::RaceSettings{.cores = 1});
        },
        patience);
    std::vector<int> bounds;
    for (const auto& [bound, plan] : plans) bounds.push_back(bound);
    return deepening.run(bounds);
}

}  // namespace

TEST_CASE("bounds deepen until nothing is cut", "[portfolio][deepening]") {
    const BoundedResult result = run({{1, {}}, {2, {}}, {4, {.cut = false}}, {8, {}}});
    CHECK(result.bound == 4);
    CHECK(result.race.answer.verdict == Verdict::Holds);
    CHECK_FALSE(result.race.answer.bound_reached);
    CHECK(result.notes.empty());
}

TEST_CASE("the largest bound that has an answer counts", "[portfolio][deepening]") {
    BoundedResult result = run({{1, {}}, {2, {}}, {4, {.verdict = Verdict::Unknown}}, {8, {}}});
    CHECK(result.bound == 2);
    CHECK(result.race.answer.verdict == Verdict::Holds);
    CHECK(result.notes == std::vector<std::string>{"bound 4: too hard"});

    result = run({{1, {}}, {2, {.unsupported = true}}, {4, {}}});
    CHECK(result.bound == 1);
    REQUIRE(result.notes.size() == 1);
    CHECK(result.notes[0].starts_with("bound 2: "));

    result = run({{1, {.verdict = Verdict::Unknown}}, {2, {}}});
    CHECK(result.bound == 1);
    CHECK(result.race.answer.verdict == Verdict::Unknown);

    CHECK_THROWS_AS(run({{1, {.unsupported = true}}}), ir::Unsupported);
}

TEST_CASE("a larger bound may overtake a smaller one", "[portfolio][deepening]") {
    // Bound 2 would take forever; 4 and then 8 are asked beside it.
    const BoundedResult result =
        run({{1, {}}, {2, {.after = 1h}}, {4, {}}, {8, {.cut = false}}}, 5ms);
    CHECK(result.bound == 8);
    CHECK_FALSE(result.race.answer.bound_reached);
    CHECK(result.notes.empty());
}

TEST_CASE("a program that is never built does not hold up the answer", "[portfolio][deepening]") {
    const BoundedResult result =
        run({{1, {.cut = false, .after = 50ms}}, {2, {.never_built = true}}}, 5ms);
    CHECK(result.bound == 1);
    CHECK_FALSE(result.race.answer.bound_reached);
    CHECK(result.notes.empty());
}

TEST_CASE("a program without loops has one bound", "[portfolio][deepening]") {
    int lowered = 0;
    const auto model = std::make_shared<models::Model>(models::load_model("sc"));
    Deepening deepening(
        [&](int, const auto&) {
            ++lowered;
            return std::make_shared<ir::Program>(ir::Builder("p", "test").finish());
        },
        [&](auto asked, bool) {
            return std::make_unique<portfolio::Race>(
                std::vector{*portfolio::find_engine("sat")}, asked, model, ir::Question{},
                portfolio::Budget{}, portfolio::RaceSettings{});
        },
        0ms);
    CHECK(deepening.run({1, 2, 4}).bound == 1);
    CHECK(lowered == 1);
}
