// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
#include <catch2/catch_test_macros.hpp>

#include "tests/unit/frontend/litmus_support.h"

namespace fencepost::frontend {

using Ids = std::vector<ir::EventId>;

TEST_CASE("moves", "[frontend][x86]") {
    const auto p =
        x86("x=0; 0:ESI=y",
            "MOV [x],1; mov [x], $-2; MOV EAX,[x]; mov ebx,RAX; MOV [ESI],EBX; MOVQ ECX,(ESI);");
    REQUIRE(p.events().size() == 5);
    CHECK(show(p, p.event(0).value) == "1:64");
    CHECK(show(p, p.event(1).value) == "0xfffffffffffffffe:64");
    CHECK(p.event(2).is_read());
    CHECK(show(p, p.event(3).value) == "e2:64");
    CHECK(reads(p, p.event(3).data) == Ids{2});
    CHECK(p.describe_address(p.exprs().node(p.event(3).address).imm) == "y");
    CHECK(p.event(4).address == p.event(3).address);
}

TEST_CASE("exchange with memory is locked", "[frontend][x86]") {
    for (const char* code : {"XCHG [x],EAX;", "xchg EAX,[x];", "LOCK XCHG [x],EAX;"}) {
        const auto p = x86("0:EAX=5", code, "locations [0:EAX; x]");
        REQUIRE(p.events().size() == 2);
        CHECK(p.event(0).is_read());
        CHECK(p.event(0).exclusive);
        CHECK(p.event(1).exclusive);
        CHECK(show(p, p.event(1).value) == "5:64");
        CHECK(reads(p, p.event(1).rmw) == Ids{0});
        CHECK(p.observed()[0].label == "0:EAX");
        CHECK(show(p, p.observed()[0].value) == "e0:64");
    }
    const auto registers = x86("0:EAX=5", "XCHG EAX,EBX;", "locations [0:EBX]");
    CHECK(registers.events().empty());
    CHECK(show(registers, registers.observed()[0].value) == "5:64");
}

TEST_CASE("arithmetic on memory", "[frontend][x86]") {
    const auto plain = x86("", "INC [x];");
    REQUIRE(plain.events().size() == 2);
    CHECK_FALSE(plain.event(0).exclusive);
    CHECK(plain.event(1).rmw.empty());
    CHECK(show(plain, plain.event(1).value) == "(add e0:64 1:64)");
    for (const char* code : {"LOCK INC [x];", "LOCK; INC [x];", "lock add [x],$1;"}) {
        const auto locked = x86("", code);
        REQUIRE(locked.events().size() == 2);
        CHECK(locked.event(0).exclusive);
        CHECK(reads(locked, locked.event(1).rmw) == Ids{0});
    }
    const auto two = litmus("X86 T\n{}\nP0|P1;\nLOCK; DEC [x] | MOV EAX,[x];\n");
    CHECK(two.threads()[1].events.size() == 1);
}

TEST_CASE("zero flag and jumps", "[frontend][x86]") {
    const auto p = x86("x=0", "MOV EAX,[x]; CMP EAX,1; JNE L; MOV [x],2; L: MFENCE;");
    REQUIRE(p.events().size() == 4);
    CHECK(p.event(1).kind == ir::EventKind::Branch);
    CHECK(show(p, p.event(2).guard) == "(eq e0:64 1:64)");
    CHECK(p.event(3).fence == ir::FenceKind::Mfence);
    CHECK(p.exprs().is_true(p.event(3).guard));
    CHECK(x86("", "JMP L; MOV [x],1; L:;").events().empty());
    CHECK(x86("", "DEC EAX; INC EAX; JE L; MOV [x],1; L: SFENCE; LFENCE;").events().size() == 3);
}

TEST_CASE("x86 errors", "[frontend][x86]") {
    const std::string head = "X86 T\n{}\nP0;\n";
    CHECK(error_of(head + "CMPXCHG [x],EAX;") == "4:1 unknown instruction `CMPXCHG`");
    CHECK(error_of(head + "MOV EAX,x;") ==
          "4:9 unexpected `x`, expected a register, [location] or number");
    CHECK(error_of(head + "LOCK MOV [x],1;").starts_with("4:6 `MOV` cannot be locked"));
    CHECK(error_of(head + "XCHG [x],[y];").starts_with("4:1 XCHG of two locations"));
    CHECK(error_of(head + "XCHG [x],1;") ==
          "4:10 unexpected `1`, expected a register or [location]");
    CHECK(error_of(head + "MOV [EAX],1;") ==
          "4:1 access to address 0, expected the address of a location");
}

}  // namespace fencepost::frontend
