// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
#include "ir/property.h"

#include <catch2/catch_test_macros.hpp>

#include "ir/errors.h"
#include "ir/text.h"
#include "models/shipped.h"
#include "portfolio/engine.h"
#include "witness/text.h"

using namespace fencepost;

TEST_CASE("properties are found by our name and by the competition's", "[ir][property]") {
    for (ir::Property p : ir::all_properties()) {
        CHECK(ir::find_property(name(p)) == p);
        if (!competition_name(p).empty()) CHECK(ir::find_property(competition_name(p)) == p);
    }
    CHECK(ir::find_property("unreach-call") == ir::Property::Assert);
    CHECK(ir::find_property("valid-memsafety") == ir::Property::MemSafety);
    CHECK(ir::find_property("") == std::nullopt);
    CHECK(ir::find_property("termination") == std::nullopt);
    CHECK(ir::property_of(ir::Failure::UseAfterFree) == ir::Property::MemSafety);
    CHECK(competition_name(ir::Failure::DoubleFree) == "valid-free");
}

TEST_CASE("a failed check says what failed", "[ir][property]") {
    const char* const text = R"(program "p" "C"
object x at 0x1000 size 4
thread 0 "main"
  e0: read &x/4
  e1: assert = (eq e0:32 1:32) fails "overflow" about "x + 1"
)";
    const ir::Program program = ir::parse_text(text, "p.ir");
    CHECK(ir::print_text(program) == text);
    CHECK(program.event(1).failure == ir::Failure::Overflow);
    for (const portfolio::Engine& engine : portfolio::engines()) {
        CAPTURE(engine.name);
        const ir::Answer answer =
            portfolio::run(engine, program, models::load_model("sc"), {}, ir::Limits{});
        REQUIRE(answer.verdict == ir::Verdict::Violated);
        const std::string shown = witness::to_text(program, *answer.witness);
        CHECK(shown.find("signed overflow: x + 1") != std::string::npos);
        const std::string json = witness::to_json(program, *answer.witness);
        CHECK(json.find(R"("failure":"overflow")") != std::string::npos);
    }
    CHECK_THROWS_AS(ir::parse_text("program \"p\" \"C\"\nthread 0 \"t\"\n  e0: assert = true "
                                   "fails \"luck\"\n",
                                   "p.ir"),
                    ir::InputError);
    CHECK_THROWS_AS(
        ir::parse_text("program \"p\" \"C\"\nthread 0 \"t\"\n  e0: branch = true fails \"leak\"\n",
                       "p.ir"),
        ir::InputError);
}
