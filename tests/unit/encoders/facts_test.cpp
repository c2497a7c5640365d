// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
#include "encoders/facts.h"

#include <catch2/catch_test_macros.hpp>

#include "encoders/plan.h"
#include "models/parse.h"
#include "models/shipped.h"

using namespace fencepost;
using encoders::Facts;

TEST_CASE("shipped models do not look at initial writes", "[encoders][facts]") {
    for (const models::ShippedModel& shipped : models::shipped_models()) {
        const models::Model model = models::load_model(std::string(shipped.name));
        INFO(shipped.name);
        CHECK_FALSE(Facts(model).needs_initial_writes());
        CHECK_FALSE(encoders::Plan(model).needs_co_order());
    }
}

TEST_CASE("models that look at initial writes are seen", "[encoders][facts]") {
    for (const char* text : {"irreflexive rf^-1 ; co", "empty rf & (IW * R)", "acyclic loc",
                             "empty [range(rf)] ; po", "irreflexive (co | co^-1)+"})
        CHECK(Facts(models::parse_model(text, "test.cat")).needs_initial_writes());
}

TEST_CASE("POWER's ppo is reachability over two kinds of nodes", "[encoders][facts]") {
    const models::Model power = models::load_model("power");
    const Facts facts(power);
    REQUIRE(power.terms.groups().size() == 1);
    const auto& group = facts.two_colour(0);
    REQUIRE(group);
    const auto& variables = power.terms.variables();
    CHECK(variables[group->variable[0][0]].name == "ii");
    CHECK(variables[group->variable[0][1]].name == "ic");
    CHECK(variables[group->variable[1][0]].name == "ci");
    CHECK(variables[group->variable[1][1]].name == "cc");

    // One composition less, and it is not.
    const models::Model other = models::parse_model(
        "let rec ii = rf | ci | (ic ; ci) | (ii ; ii) and ic = ii | cc | (ic ; cc) "
        "and ci = co | (ci ; ii) | (cc ; ci) and cc = po | ci | (ci ; ic) | (cc ; cc) acyclic ic",
        "test.cat");
    CHECK_FALSE(Facts(other).two_colour(0));
}

TEST_CASE("inclusions follow from shapes", "[encoders][facts]") {
    const models::Model power = models::load_model("power");
    const Facts facts(power);
    const auto term = [&](const char* name) { return power.find(name); };
    CHECK(facts.included(term("fences"), term("hb")));
    CHECK(facts.included(term("sync"), term("fences")));
    CHECK_FALSE(facts.included(term("hb"), term("fences")));
    CHECK(facts.included_in_plus(term("prop-base"), term("hb")));
    CHECK_FALSE(facts.included_in_plus(term("prop"), term("hb")));
    CHECK(facts.included_in_star(term("hbstar"), term("hb")));
    CHECK_FALSE(facts.included_in_plus(term("hbstar"), term("hb")));
    CHECK(facts.is_forward(term("rfi")));
    CHECK(facts.is_forward(term("cc0")));
    CHECK_FALSE(facts.is_forward(term("rfe")));
    CHECK(facts.is_acyclic(term("com")));
}

TEST_CASE("a step that another one stands for is left out", "[encoders][automaton]") {
    const models::Model model = models::parse_model(
        "let r = rf & ext let f = fencerel(FULL) acyclic rf | (r ; f) | (rf ; (f | po)) as a",
        "test.cat");
    const encoders::Plan plan(model);
    const encoders::Automaton& automaton = plan.axioms()[0].unfolded;
    // r;f is contained in rf;(f | po): no state is left that only knows f.
    CHECK(automaton.states == 2);
    for (const encoders::Transition& t : automaton.transitions)
        for (encoders::Term letter : t.letters) CHECK(letter != model.find("r"));
    CHECK(automaton.covers(0, 0));
}
