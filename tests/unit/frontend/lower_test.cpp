// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
#include <catch2/catch_test_macros.hpp>

#include "tests/unit/frontend/litmus_support.h"

namespace fencepost::frontend {

using Ids = std::vector<ir::EventId>;

TEST_CASE("values and dependencies merge where paths join", "[frontend][lower]") {
    const auto p = ppc("0:r2=x; 0:r3=y; 0:r4=z",
                       "lwz r1,0(r2); cmpwi r1,1; bne L; lwz r5,0(r3); b E; L: lwz r5,0(r4);"
                       "E: stw r5,0(r2);");
    REQUIRE(p.events().size() == 5);
    const ir::Event& store = p.event(4);
    CHECK(p.exprs().is_true(store.guard));
    const std::string taken = show(p, p.event(2).guard);
    CHECK(taken == "(eq e0:64 1:64)");
    CHECK(show(p, p.event(3).guard) == "(not " + taken + ")");
    CHECK(reads(p, store.data) == Ids{2, 3});
    const auto& data = p.deps().get(store.data);
    CHECK(show(p, data[0].guard) == taken);
    CHECK(show(p, data[1].guard) == "(not " + taken + ")");
    CHECK(show(p, store.value) == "(ite " + taken + " e2:64 e3:64)");
    CHECK(p.exprs().is_true(p.threads()[0].completed));
}

TEST_CASE("what both sides agree on stays", "[frontend][lower]") {
    const auto p = ppc("0:r2=x", "lwz r1,0(r2); cmpwi r1,1; bne L; nop; L: stw r1,0(r2);");
    CHECK(show(p, p.event(2).value) == "e0:64");
    CHECK(reads(p, p.event(2).data) == Ids{0});
    CHECK(p.exprs().is_true(p.deps().get(p.event(2).data)[0].guard));
    CHECK(p.exprs().is_true(p.event(2).guard));
}

TEST_CASE("three paths to one place", "[frontend][lower]") {
    const auto p =
        ppc("0:r2=x; 0:r3=y",
            "lwz r1,0(r2); cmpwi r1,1; beq E; lwz r4,0(r3); cmpwi r4,1; beq E; stw r1,0(r3);"
            "E: stw r1,0(r2);");
    CHECK(p.exprs().is_true(p.events().back().guard));
    CHECK(p.exprs().is_true(p.threads()[0].completed));
}

TEST_CASE("reservations merge", "[frontend][lower]") {
    const auto p = ppc("0:r2=x; 0:r3=y",
                       "lwz r1,0(r3); cmpwi r1,1; bne L; lwarx r4,r0,r2; L: stwcx. r5,r0,r2;");
    const ir::Event& write = p.events().back();
    REQUIRE(write.is_write());
    CHECK(reads(p, write.rmw) == Ids{2});
    CHECK(show(p, write.guard) == "(and " + show(p, p.event(2).guard) + " in0:1)");
}

TEST_CASE("a spin loop is cut", "[frontend][lower]") {
    const std::string loop = "L: lwz r1,0(r2); cmpwi r1,1; bne L; stw r3,0(r2);";
    for (int unroll : {0, 1, 2, 5}) {
        const auto p = ppc("0:r2=x", loop, "exists true", unroll);
        CHECK(p.events().size() == 2u * (static_cast<unsigned>(unroll) + 1) + 1);
        REQUIRE(p.cuts().size() == 1);
        CHECK(p.cuts()[0].location == ir::SourceLocation{0, 4, 30});
        CHECK(p.events().back().is_write());
        CHECK(p.events().back().guard == p.threads()[0].completed);
    }
}

TEST_CASE("counted loops run as often as herd lets them", "[frontend][lower]") {
    const auto iterations = [](int n) {
        return ppc("0:r2=" + std::to_string(n),
                   "L: addi r3,r3,1; addi r2,r2,-1; cmpwi r2,0; bne L;", "locations [0:r3]");
    };
    for (int n : {1, 2, 3}) {
        const auto p = iterations(n);
        CHECK(p.cuts().empty());
        CHECK(show(p, p.observed()[0].value) == std::to_string(n) + ":64");
    }
    const auto p = iterations(4);
    CHECK(p.cuts().size() == 1);
    CHECK(p.exprs().is_false(p.threads()[0].completed));
    const auto forever = ppc("", "L: b L;");
    CHECK(forever.cuts().size() == 1);
    CHECK(forever.exprs().is_false(forever.threads()[0].completed));
}

TEST_CASE("jumps to one address share their count", "[frontend][lower]") {
    const auto run = [](const std::string& start) {
        return ppc("0:r2=3",
                   start + "addi r3,r3,1; cmpwi r3,2; beq L0; addi r2,r2,-1; cmpwi r2,0; bne L;",
                   "locations [0:r3]");
    };
    CHECK(run("L0: L: ").cuts().size() == 1);
    const auto apart = run("L0: nop; L: ");
    CHECK(apart.cuts().empty());
    CHECK(show(apart, apart.observed()[0].value) == "4:64");
}

TEST_CASE("code after a loop exists once", "[frontend][lower]") {
    const std::string spin = ": lwz r1,0(r2); cmpwi r1,1; bne ";
    std::string code;
    for (char c = 'A'; c <= 'J'; ++c) code += c + spin + c + ";";
    const auto p = ppc("0:r2=x", code);
    CHECK(p.events().size() == 10 * 3 * 2);
    CHECK(p.cuts().size() == 10);
}

TEST_CASE("a program that grows too large is refused", "[frontend][lower]") {
    std::string nested;
    for (int i = 0; i < 30; ++i) nested += "L" + std::to_string(i) + ": lwz r1,0(r2); cmpwi r1,1;";
    for (int i = 30; i-- > 0;) nested += "bne L" + std::to_string(i) + ";";
    CHECK(error_of("PPC T\n{0:r2=x;}\nP0;\n" + nested).find("too large after unrolling") !=
          std::string::npos);
    std::string many;
    for (int i = 0; i < 9000; ++i) many += "lwz r1,0(r2);\n";
    CHECK(error_of("PPC T\n{0:r2=x; 1:r2=x;}\nP0|P1;\n" + many) == "no error");
    std::string columns;
    for (int i = 0; i < 9000; ++i) columns += "lwz r1,0(r2)|lwz r1,0(r2);\n";
    CHECK(error_of("PPC T\n{0:r2=x; 1:r2=x;}\nP0|P1;\n" + columns)
              .find("too many events after unrolling") != std::string::npos);
}

TEST_CASE("values are printed as herd prints them", "[frontend][lower]") {
    const auto p = ppc("0:r1=x", "nop;");
    CHECK(format_value(p, p.objects()[0].address) == "x");
    CHECK(format_value(p, 7) == "7");
    CHECK(format_value(p, ~uint64_t{0}) == "-1");
}

}  // namespace fencepost::frontend
