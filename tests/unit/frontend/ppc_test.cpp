// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
#include <catch2/catch_test_macros.hpp>

#include "ir/evaluate.h"
#include "tests/unit/frontend/litmus_support.h"

namespace fencepost::frontend {

using Ids = std::vector<ir::EventId>;

namespace {

/// Final value of r1 after code that needs no memory.
int64_t r1_after(const std::string& code, const std::string& init = "") {
    const auto p = ppc("int64_t 0:r1; " + init, code, "locations [0:r1]");
    ir::Evaluator evaluator(p.exprs());
    return static_cast<int64_t>(evaluator.get(p.observed()[0].value));
}

}  // namespace

TEST_CASE("arithmetic", "[frontend][ppc]") {
    CHECK(r1_after("add r1,r2,r3;", "0:r2=5; 0:r3=-7;") == -2);
    CHECK(r1_after("sub r1,r2,r3;", "0:r2=5; 0:r3=7;") == -2);
    CHECK(r1_after("subf r1,r2,r3;", "0:r2=5; 0:r3=7;") == 2);
    CHECK(r1_after("mullw r1,r2,r3;", "0:r2=-5; 0:r3=7;") == -35);
    CHECK(r1_after("divw r1,r2,r3;", "0:r2=-7; 0:r3=2;") == -3);
    CHECK(r1_after("nor r1,r2,r3;", "0:r2=5; 0:r3=2;") == -8);
    CHECK(r1_after("li r2,-1; ori r1,r2,8; andi. r1,r1,65535;") == 65535);
    CHECK(r1_after("lis r1,-1;") == -65536);
    CHECK(r1_after("addis r1,r1,1;", "0:r2=3;") == 65536);
    CHECK(r1_after("mr r1,r2; neg r1,r1;", "0:r2=3;") == -3);
    CHECK(r1_after("extsw r1,r2;", "0:r2=4294967295;") == -1);
    CHECK(r1_after("clrldi r1,r2,32;", "0:r2=-1;") == 4294967295);
    CHECK(r1_after("rlwinm r1,r2,4,24,27;", "0:r2=0x1234567f;") == 0xf0);
    CHECK(r1_after("rlwinm r1,r2,0,28,3;", "0:r2=0x12345678;") == 0x10000008);
    CHECK(r1_after("li r1,-1; rlwimi r1,r2,8,16,23;", "0:r2=0x12;") == -1 - 0xff00 + 0x1200);
    CHECK(r1_after("slwi r1,r2,31;", "0:r2=3;") == 0x80000000);
    CHECK(r1_after("srawi r1,r2,1;", "0:r2=-4;") == -2);
}

TEST_CASE("r0 is zero only where herd says so", "[frontend][ppc]") {
    CHECK(r1_after("addi r1,r0,5;", "0:r0=7;") == 5);
    CHECK(r1_after("addis r1,r0,1;", "0:r0=7;") == 65536);
    CHECK(r1_after("mr r1,r0;", "0:r0=7;") == 7);
    const auto indexed = ppc("0:r0=x; 0:r4=y; x; y", "lwzx r1,r0,r4; lwzx r2,0,r4;");
    CHECK(indexed.describe_address(indexed.exprs().node(indexed.event(0).address).imm) == "y");
    CHECK(indexed.event(1).address == indexed.event(0).address);
    const auto based = ppc("0:r0=x", "lwz r1,0(r0);");
    CHECK(based.describe_address(based.exprs().node(based.event(0).address).imm) == "x");
    const auto index = ppc("0:r0=x; 0:r5=0", "lwzx r1,r5,r0;");
    CHECK(index.describe_address(index.exprs().node(index.event(0).address).imm) == "x");
    // No dependency through the constant 0.
    const auto zero = ppc("0:r2=x", "lwz r0,0(r2); lwzx r1,r0,r2;");
    CHECK(zero.event(1).addr.empty());
}

TEST_CASE("compares and branches", "[frontend][ppc]") {
    const auto cr0 = [](const std::string& compare) {
        return r1_after(compare + "; mfcr r1;", "0:r2=-1; 0:r3=5;");
    };
    CHECK(cr0("nop") == 0);
    CHECK(cr0("cmpw r2,r3") == 8);
    CHECK(cr0("cmpw cr0,r3,r2") == 4);
    CHECK(cr0("cmpwi r3,5") == 2);
    CHECK(cr0("cmplwi r2,5") == 4);
    CHECK(cr0("cmpw cr1,r2,r3") == 0);
    CHECK(cr0("add. r4,r2,r2") == 8);
    const auto jumps = [](const std::string& branch) {
        return r1_after("cmpw r2,r3; " + branch + " L; li r1,1; L:;", "0:r2=-1; 0:r3=5;") == 0;
    };
    CHECK(jumps("blt"));
    CHECK(jumps("ble"));
    CHECK(jumps("bne"));
    CHECK_FALSE(jumps("beq"));
    CHECK_FALSE(jumps("bgt"));
    CHECK_FALSE(jumps("bge"));
    CHECK(r1_after("li r1,1; b L; li r1,2; L: blr; li r1,3;") == 1);
    CHECK(r1_after("beq L; li r1,1; L: nop;") == 1);
}

TEST_CASE("memory keeps all 64 bits", "[frontend][ppc]") {
    const auto p = ppc("0:r1=x; 0:r2=4294967297; int64_t 0:r3; int64_t 0:r4",
                       "stw r2,0(r1); lwz r3,0(r1); lwa r4,0(r1);", "locations [0:r3; 0:r4; x]");
    CHECK(show(p, p.event(0).value) == "0x100000001:64");
    CHECK(show(p, p.observed()[0].value) == "e1:64");
    ir::Evaluator evaluator(p.exprs());
    evaluator.set_read(2, 0x1'8000'0000);
    evaluator.set_final(p.objects()[0].address, 0x1'8000'0001);
    CHECK(evaluator.get(p.observed()[1].value) == 0xffff'ffff'8000'0000);
    // x is an int: cut when it is shown.
    CHECK(evaluator.get(p.observed()[2].value) == 0xffff'ffff'8000'0001);
}

TEST_CASE("final states are cut to types", "[frontend][ppc]") {
    const auto truth = [](const std::string& init, const std::string& condition) {
        const auto p = ppc(init, "nop;", "exists " + condition);
        ir::Evaluator evaluator(p.exprs());
        for (const auto& object : p.objects())
            evaluator.set_final(object.address,
                                p.exprs().node(*p.initial_value(object.address, 8)).imm);
        return evaluator.get(p.condition()->proposition) == 1;
    };
    CHECK(truth("x=-1", "x=-1"));
    CHECK(truth("x=-1", "x=4294967295"));
    CHECK(truth("x=-1", "x=0xffffffffffffffff"));
    CHECK(truth("int64_t x=-1", "x=-1"));
    CHECK_FALSE(truth("int64_t x=-1", "x=4294967295"));
    CHECK(truth("uint8_t x=300", "x=44"));
    CHECK(truth("int8_t x=-1", "x=255"));
    CHECK(truth("0:r1=4294967297", "0:r1=1"));
    CHECK_FALSE(truth("0:r1=4294967297; 0:r2=1", "0:r1=0:r2"));
    CHECK(truth("0:r1=x", "0:r1=x"));
    CHECK_FALSE(truth("0:r1=x", "0:r1=y"));
    CHECK(truth("x=y; int8_t z=y", "x=y /\\ z=y /\\ not z=x"));
}

TEST_CASE("dependencies are syntax", "[frontend][ppc]") {
    const auto p = ppc("0:r2=x; 0:r4=y",
                       "lwz r1,0(r2); xor r3,r1,r1; lwzx r5,r3,r4; addi r6,r3,1; stw r6,0(r4);"
                       "stwx r5,r3,r4; li r1,0; stw r1,0(r2);");
    CHECK(p.exprs().is_const(p.event(1).address));
    CHECK(reads(p, p.event(1).addr) == Ids{0});
    // A loaded value depends on its read alone.
    CHECK(reads(p, p.event(3).data) == Ids{1});
    CHECK(reads(p, p.event(3).addr) == Ids{0});
    CHECK(show(p, p.event(2).value) == "1:64");
    CHECK(reads(p, p.event(2).data) == Ids{0});
    CHECK(p.event(2).addr.empty());
    // li clears.
    CHECK(p.event(4).data.empty());
}

TEST_CASE("a known branch still carries control", "[frontend][ppc]") {
    const auto p = ppc("0:r2=x", "lwz r1,0(r2); cmpw r1,r1; beq L; stw r1,0(r2); L: stw r3,0(r2);");
    REQUIRE(p.events().size() == 3);
    CHECK(p.event(1).kind == ir::EventKind::Branch);
    CHECK(p.exprs().is_true(p.event(1).value));
    CHECK(reads(p, p.event(1).ctrl) == Ids{0});
    CHECK(p.exprs().is_true(p.event(2).guard));
}

TEST_CASE("update forms", "[frontend][ppc]") {
    const auto p =
        ppc("0:r2=x; 0:r3=x", "stwu r1,0(r2); lwzu r4,0(r3); lwzu r3,0(r3); stw r1,0(r2);");
    CHECK(p.event(3).address == p.event(0).address);
    CHECK(reads(p, p.event(2).addr).empty());
}

TEST_CASE("lwarx and stwcx.", "[frontend][ppc]") {
    const auto p =
        ppc("0:r2=x; 0:r3=1", "lwarx r1,r0,r2; stw r3,0(r2); stwcx. r3,r0,r2; bne L; L: isync;");
    REQUIRE(p.events().size() == 5);
    CHECK(p.event(0).exclusive);
    CHECK_FALSE(p.event(1).exclusive);
    const ir::Event& write = p.event(2);
    CHECK(write.exclusive);
    CHECK(reads(p, write.rmw) == Ids{0});
    CHECK(p.inputs().size() == 1);
    CHECK(show(p, write.guard) == "in0:1");
    CHECK(show(p, p.event(3).value) == "(not in0:1)");
    // The flag does not depend on what lwarx read.
    CHECK(p.event(3).ctrl.empty());
    CHECK(p.exprs().is_true(p.event(4).guard));
}

TEST_CASE("cr0 of stwcx. depends on its inputs", "[frontend][ppc]") {
    const auto value = ppc("0:r2=x", "lwarx r1,r0,r2; addi r3,r1,1; stwcx. r3,r0,r2; bne L; L:;");
    CHECK(reads(value, value.event(2).ctrl) == Ids{0});
    const auto reserve =
        ppc("0:r2=x; 0:r4=y",
            "lwz r1,0(r4); xor r5,r1,r1; lwarx r6,r5,r2; stwcx. r3,r0,r2; bne L; L:;");
    CHECK(reads(reserve, reserve.event(3).ctrl) == Ids{0});
    const auto lone = ppc("0:r2=x; 0:r4=y", "lwz r3,0(r4); stwcx. r3,r0,r2; bne L; L:;");
    CHECK(reads(lone, lone.event(1).ctrl) == Ids{0});
}

TEST_CASE("stwcx. that cannot succeed has no event", "[frontend][ppc]") {
    const auto none = [](const std::string& code) {
        const auto p = ppc("0:r2=x; 0:r4=y", code + " mfcr r1;", "locations [0:r1]");
        for (const ir::Event& e : p.events())
            if (e.is_write()) return false;
        return p.inputs().empty() && show(p, p.observed()[0].value) == "0:64";
    };
    CHECK(none("stwcx. r3,r0,r2;"));
    CHECK(none("lwarx r1,r0,r4; stwcx. r3,r0,r2;"));
    CHECK(none("lwarx r1,r0,r2; lwarx r1,r0,r4; stwcx. r3,r0,r2;"));
    CHECK_FALSE(none("lwarx r1,r0,r2; stwcx. r3,r0,r2;"));
    const auto twice = ppc("0:r2=x", "lwarx r1,r0,r2; stwcx. r3,r0,r2; stwcx. r3,r0,r2;");
    CHECK(twice.events().size() == 2);
}

}  // namespace fencepost::frontend
