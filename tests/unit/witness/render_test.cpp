// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Renderings of one known execution: store buffering as TSO allows it.
#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <nlohmann/json.hpp>

#include "explorers/enumerate/enumerate.h"
#include "frontend/litmus/litmus.h"
#include "models/shipped.h"
#include "witness/picture.h"
#include "witness/text.h"

using namespace fencepost;
using Catch::Matchers::ContainsSubstring;

namespace {

const char* const sb = R"(X86 SB
{ }
 P0          | P1          ;
 MOV [x],$1  | MOV [y],$1  ;
 MOV EAX,[y] | MOV EAX,[x] ;
exists (0:EAX=0 /\ 1:EAX=0)
)";

struct Example {
    ir::Program program = frontend::parse_litmus(sb, "SB.litmus");
    ir::Execution execution =
        explorers::enumerate(program, models::load_model("tso"), {}, {}).witness.value();
};

}  // namespace

TEST_CASE("text names events, sources and lines", "[witness][text]") {
    const Example e;
    const std::string text = witness::to_text(e.program, e.execution);
    CHECK_THAT(text, ContainsSubstring("a: W[x]=1"));
    CHECK_THAT(text, ContainsSubstring("b: R[y]=0  (initial)"));
    CHECK_THAT(text, ContainsSubstring("SB.litmus:5"));
}

TEST_CASE("the stronger model's axiom is named with its cycle", "[witness][text]") {
    const Example e;
    const std::string why = witness::explain(e.program, e.execution, models::load_model("sc"));
    CHECK_THAT(why, ContainsSubstring("axiom sc"));
    for (const char* edge : {"a po> b", "b fr> c", "c po> d", "d fr> a"})
        CHECK_THAT(why, ContainsSubstring(edge));
    CHECK(witness::explain(e.program, e.execution, models::load_model("tso")).empty());
}

TEST_CASE("pictures have a node for each event and coloured edges", "[witness][picture]") {
    const Example e;
    const witness::Picture picture = witness::make_picture(e.program, e.execution);
    CHECK(picture.nodes.size() == 6);  // two initial writes are read
    CHECK(picture.edges.size() == 6);  // po, rf, fr twice each
    const std::string dot = witness::to_dot(picture), svg = witness::to_svg(picture);
    CHECK_THAT(dot, ContainsSubstring("a: W[x]=1"));
    CHECK_THAT(dot, ContainsSubstring("label=\"fr\""));
    CHECK_THAT(svg, ContainsSubstring("<svg") && ContainsSubstring("</svg>"));
    CHECK_THAT(svg, ContainsSubstring("initially"));
}

TEST_CASE("the JSON object has what the contract says", "[witness][json]") {
    const Example e;
    const auto json = nlohmann::json::parse(witness::to_json(e.program, e.execution));
    CHECK(json["threads"].size() == 2);
    CHECK(json["events"].size() == 4);
    CHECK(json["rf"].size() == 2);
    CHECK(json["rf"][0]["from"] == "initial");
    CHECK(json["co"].size() == 2);
    CHECK(json["violated_at"].is_null());
}

TEST_CASE("letters do not run out", "[witness][picture]") {
    CHECK(witness::letter(0) == "a");
    CHECK(witness::letter(25) == "z");
    CHECK(witness::letter(26) == "a1");
}
