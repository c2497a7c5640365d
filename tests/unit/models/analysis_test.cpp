// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
#include "models/analysis.h"

#include <catch2/catch_test_macros.hpp>

#include "models/parse.h"
#include "models/shipped.h"

using namespace fencepost::models;

TEST_CASE("coherence is recognised", "[models][analysis]") {
    for (const char* name : {"sc", "tso", "pso", "power"})
        CHECK(implies_coherence(load_model(name)));
    const auto implies = [](const char* text) {
        return implies_coherence(parse_model(text, "t.cat"));
    };
    CHECK(implies("let com = rf | co | (rf^-1 ; co) \\ id\nacyclic po-loc | com"));
    CHECK(implies("let com = rf | co | (rf^-1 ; co)\nacyclic ((po & loc) | com)+"));
    CHECK(implies("acyclic (loc & po) | rf | fr | co"));
    CHECK(!implies("acyclic po-loc | rfe | fr | co"));
    CHECK(!implies("acyclic po-loc | rf | co"));
    CHECK(!implies("irreflexive po | rf | co | fr"));
    CHECK(!implies("acyclic (po & (W*W)) | rf | co | fr"));
    CHECK(!implies("acyclic (po | rf | co | fr) & loc"));
}

TEST_CASE("what the program fixes is static", "[models][analysis]") {
    const Model m = load_model("power");
    for (const char* name : {"po-loc", "dp", "sync", "lwfence", "fences", "cc0", "ctrl-isync", "M"})
        CHECK(is_static(m, m.find(name)));
    for (const char* name : {"rf", "fr", "rfi", "com", "ii", "cc", "ppo", "hb", "prop"})
        CHECK(!is_static(m, m.find(name)));
    const Model r =
        parse_model("let rec a = po | (a;b) and b = addr | b\nlet rec c = a | rf;c", "t");
    CHECK(is_static(r, r.find("a")));
    CHECK(!is_static(r, r.find("c")));
}

TEST_CASE("polarity", "[models][analysis]") {
    for (const char* name : {"sc", "tso", "pso", "power"}) CHECK(is_monotone(load_model(name)));
    const auto monotone = [](const char* text) { return is_monotone(parse_model(text, "t.cat")); };
    CHECK(!monotone("acyclic po \\ rf"));
    CHECK(!monotone("empty ~co"));
    CHECK(monotone("empty ~~co"));
    CHECK(monotone("acyclic rf \\ po"));
    CHECK(monotone("let unused = po \\ rf\nacyclic po"));
    CHECK(!monotone("let rec a = rf | a;a\nacyclic po \\ a"));
    const Model m = parse_model("acyclic (rf \\ (po \\ co)) | (fr \\ (fr;rf))", "t.cat");
    const auto p = polarities(m);
    const auto of = [&](const char* name) { return p[m.find(name).index]; };
    CHECK((of("rf").positive && of("rf").negative));
    CHECK((of("co").positive && !of("co").negative));
    CHECK((of("fr").positive && of("fr").negative));
    CHECK((!of("po").positive && of("po").negative));
    CHECK((!of("addr").positive && !of("addr").negative));
}
