// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
#include "portfolio/ranking.h"

#include <catch2/catch_test_macros.hpp>

#include "ir/text.h"

using namespace fencepost;
using portfolio::Features;

namespace {

std::vector<std::string_view> names(const Features& features, const ir::Question& question = {}) {
    std::vector<std::string_view> result;
    for (const auto& engine : portfolio::ranked(portfolio::engines(), features, question))
        result.push_back(engine.name);
    return result;
}

}  // namespace

TEST_CASE("every engine has a rank", "[portfolio][ranking]") {
    for (const Features& features :
         {Features{}, Features{.inputs = 2}, Features{.inputs = 2, .nonlinear = 1},
          Features{.log_choices = 1000}})
        for (const bool counts : {false, true}) {
            const auto order = names(features, {.executions = counts});
            CHECK(order.size() == portfolio::engines().size());
            CHECK(order.back() == "enumerate");
        }
}

TEST_CASE("programs choose who starts", "[portfolio][ranking]") {
    CHECK(names({}).front() == "rsmc");
    CHECK(names({.inputs = 1}).front() == "sat");
    CHECK(names({.inputs = 1, .nonlinear = 1}).front() == "smt");
    CHECK(names({.log_choices = 1000}).front() == "ord");
    // One of each kind at once, on two cores.
    CHECK(names({.log_choices = 1000})[1] == "rsmc");
    CHECK(names({.inputs = 1}, {.executions = true}).front() == "rsmc");
}

TEST_CASE("only those that can count enter a race for counts", "[portfolio][ranking]") {
    for (const auto& engine : portfolio::default_entrants({.executions = true}))
        CHECK(engine.counts);
    CHECK(portfolio::default_entrants({}).size() == portfolio::engines().size() - 1);
}

TEST_CASE("features are read off the program", "[portfolio][ranking]") {
    const ir::Program program = ir::parse_text(
        "program \"P\" \"C\"\n"
        "input \"n\" 32\n"
        "object x at 0x1000 size 4\n"
        "thread 0 \"A\"\n"
        "  e0: write &x/4 = in0:32\n"
        "  e1: read &x/4\n"
        "thread 1 \"B\"\n"
        "  e2: read &x/4\n"
        "  e3: write &x/4 = (mul e2:32 in0:32) data {e2}\n",
        "p.ir");
    const Features features = portfolio::features(program);
    CHECK(features.events == program.events().size());
    CHECK(features.inputs == 1);
    CHECK(features.nonlinear == 1);
    // Two reads of x, each of the initial write and two others.
    CHECK(features.log_choices > 3.1);
    CHECK(features.log_choices < 3.2);
}
