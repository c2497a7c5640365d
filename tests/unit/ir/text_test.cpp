// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
#include "ir/text.h"

#include <fmt/format.h>

#include <catch2/catch_test_macros.hpp>

#include "ir/errors.h"
#include "tests/fuzz/recipe.h"

using namespace fencepost;

TEST_CASE("random programs survive a round trip through text", "[ir][text]") {
    for (uint64_t seed = 0; seed < 500; ++seed) {
        const ir::Program program = fuzz::cook(fuzz::random_recipe(seed), fmt::format("s{}", seed));
        const std::string text = ir::print_text(program);
        CAPTURE(seed, text);
        const ir::Program back = ir::parse_text(text, "round.ir");
        REQUIRE(ir::print_text(back) == text);
        REQUIRE(back.events().size() == program.events().size());
        REQUIRE(back.observed().size() == program.observed().size());
    }
}

namespace {
const char* const example = R"(program "MP" "PPC"
file "mp.litmus"
object x at 0x1000 size 8
object y at 0x2000 size 8
init &y+0/8 = 2:64
thread 0 "P0"
  e0: write &x/8 = 1:64 @0:3:2
  e1: fence lwsync
thread 1 "P1"
  e2: read &y/8
  e3: branch = (eq e2:64 2:64) ctrl {e2}
  e4: read &x/8 if (eq e2:64 2:64) addr {e2}
observe "1:r1" = e2:64
condition exists (eq final:64 &x 1:64) "x=1"
)";

void rejected(std::string_view from, std::string_view to, uint32_t line, uint32_t column) {
    std::string text = example;
    const size_t at = text.find(from);
    REQUIRE(at != std::string::npos);
    text.replace(at, from.size(), to);
    try {
        ir::parse_text(text, "bad.ir");
        FAIL("accepted: " << to);
    } catch (const ir::InputError& error) {
        CAPTURE(error.what());
        CHECK(error.where().line == line);
        CHECK(error.where().column == column);
    }
}
}  // namespace

TEST_CASE("the text form is read as it is written", "[ir][text]") {
    const ir::Program program = ir::parse_text(example, "mp.ir");
    CHECK(program.name() == "MP");
    CHECK(program.event(3).kind == ir::EventKind::Branch);
    CHECK(program.event(4).position == 2);
    CHECK(program.describe(program.event(0).location) == "mp.litmus:3:2");
    CHECK(program.exprs().is_const(*program.initial_value(0x2000, 8), 2));
    CHECK(program.condition()->quantifier == ir::Quantifier::Exists);
}

TEST_CASE("mistakes in the text form are located", "[ir][text]") {
    rejected("thread 0", "thread 1", 6, 8);
    rejected("fence lwsync", "fence foo", 8, 13);
    rejected("&x/8 = 1:64 @", "&z/8 = 1:64 @", 7, 14);
    rejected("1:64 @0", "1:65 @0", 7, 22);
    rejected("(eq final:64 &x 1:64)", "(eq final:64 &x 1:32)", 14, 19);
    rejected("e3: branch", "e2: branch", 11, 3);
    rejected("\"1:r1\" = e2:64", "\"1:r1 = e2:64", 13, 22);
    rejected("observe", "obverse", 13, 1);
    rejected("size 8", "size 99999999999999999999", 3, 25);
    rejected("e2:64 2:64) addr", "%4 2:64) addr", 12, 25);
}

TEST_CASE("deep nesting ends in an error, not in a crash", "[ir][text]") {
    std::string text = "program \"p\" \"x\"\nobserve \"d\" = ";
    for (int i = 0; i < 100000; ++i) text += "(not ";
    CHECK_THROWS_AS(ir::parse_text(text, "deep.ir"), ir::InputError);
}
