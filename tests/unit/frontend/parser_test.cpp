// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
#include <catch2/catch_test_macros.hpp>

#include "tests/unit/frontend/litmus_support.h"

namespace fencepost::frontend {

using Ids = std::vector<ir::EventId>;
using Labels = std::vector<std::string>;

TEST_CASE("a complete test", "[frontend][parser]") {
    const auto p = litmus(R"(PPC MP+lwsync+addr "a cycle"
Cycle=Rfe DpAddrdR Fre LwSyncdWW
{
0:r2=x; 0:r4=y;
1:r2=y; 1:r5=x;
}
 P0           | P1            ;
 li r1,1      | lwz r1,0(r2)  ;
 stw r1,0(r2) | xor r3,r1,r1  ;
 lwsync       | lwzx r4,r3,r5 ;
 li r3,1      |               ;
 stw r3,0(r4) |               ;
exists
(1:r1=1 /\ 1:r4=0)
)");
    CHECK(p.name() == "MP+lwsync+addr");
    CHECK(p.architecture() == "PPC");
    REQUIRE(p.threads().size() == 2);
    CHECK(p.threads()[0].events == Ids{0, 1, 2});
    CHECK(p.threads()[1].events == Ids{3, 4});
    CHECK(p.event(1).fence == ir::FenceKind::Lwsync);
    CHECK(reads(p, p.event(4).addr) == Ids{3});
    CHECK(p.event(3).location == ir::SourceLocation{0, 8, 17});
    CHECK(p.describe(p.event(3).location) == "t.litmus:8:17");
    CHECK(labels(p) == Labels{"1:r1", "1:r4"});
    REQUIRE(p.condition());
    CHECK(p.condition()->quantifier == ir::Quantifier::Exists);
    CHECK(p.condition()->text == "1:r1=1 /\\ 1:r4=0");
}

TEST_CASE("metadata may be sloppy", "[frontend][parser]") {
    const auto p = litmus(
        "(* first { (* nested *) *)\nPPC a/b-c.d (Tex) \"doc { \"\n\"open quote\nKey=\"va{lue\"\n"
        "T3: Rx1;<dep>;Ry0\n(* { *)\n{ (* x *) };\nP0;\nnop;\n");
    CHECK(p.name() == "a/b-c.d");
    CHECK(p.events().empty());
    CHECK(p.condition()->quantifier == ir::Quantifier::Forall);
    CHECK(p.condition()->text == "true");
    CHECK(p.exprs().is_true(p.condition()->proposition));
}

TEST_CASE("initial values", "[frontend][parser]") {
    const auto p = litmus(
        "PPC T\n{ x=1; [y]=2; int z; int64_t w=-1; v=-1; uint8_t u = 300; int *p=x; *q=&y; s;\n"
        " 0:r1=x; P0:r2=7; %a=y; 0:%b=z; int64_t 0:r3=0xffffffff; };\nP0;\n"
        "stw r2,0(r1); stw r3,0(%a); stw r3,0(%b);\nlocations [0:r3]\n");
    const auto initial = [&](std::string_view name) -> std::string {
        for (const auto& object : p.objects())
            if (object.name == name) return show(p, *p.initial_value(object.address, 8));
        return "none";
    };
    CHECK(initial("x") == "1:64");
    CHECK(initial("y") == "2:64");
    CHECK(initial("z") == "0:64");
    CHECK(initial("w") == "0xffffffffffffffff:64");
    CHECK(initial("v") == "0xffffffff:64");
    CHECK(initial("u") == "44:64");
    CHECK(initial("p") == show(p, p.event(0).address));
    CHECK(initial("q") == show(p, p.event(1).address));
    CHECK(initial("s") == "0:64");
    CHECK(p.describe_address(p.exprs().node(p.event(2).address).imm) == "z");
    CHECK(show(p, p.event(0).value) == "7:64");
    CHECK(show(p, p.observed()[0].value) == "0xffffffff:64");
}

TEST_CASE("an address is no number of the test", "[frontend][parser]") {
    const auto p = ppc("0:r1=x; x=0x40000000; 0:r2=0x40400010; y=1", "lwz r3,0(r1);");
    for (const auto& object : p.objects()) {
        CHECK(object.address != 0x40000000);
        CHECK(object.address < uint64_t{1} << 31);
    }
}

TEST_CASE("table of code", "[frontend][parser]") {
    const auto p = litmus(R"(PPC T
{ 0:r1=x; 1:r1=x; }
P0|P1;
L0: | stw r2, 0, r1 ;
M: L1: stw r2,0,R1 | ;
;
| E: nop;
END:
| b E2 (* comment | ; *) ;
| stw r2,0(r1) ;
| E2: ;
forall true
)");
    CHECK(p.threads()[0].events.size() == 1);
    CHECK(p.threads()[1].events.size() == 1);
}

TEST_CASE("final part", "[frontend][parser]") {
    const auto condition = [](const std::string& text) {
        const auto p = ppc("0:r1=1; 0:r2=x", "nop;", text);
        return std::string(ir::name(p.condition()->quantifier)) + " " + p.condition()->text;
    };
    CHECK(condition("exists 0:r1=1;") == "exists 0:r1=1");
    CHECK(condition("~exists (P0:r1 = 1)") == "~exists 0:r1=1");
    CHECK(condition("~ exists\n(x=1)") == "~exists [x]=1");
    CHECK(condition("not exists ([x]=1)") == "~exists [x]=1");
    CHECK(condition("forall 0:r1 <> 1 \\/ 0:r1 != -2") == "forall not (0:r1=1) \\/ not (0:r1=-2)");
    CHECK(condition("final (x=1); with\ntso: ~exists;\ndefault: exists;\n<< show @ >>") ==
          "exists [x]=1");
    CHECK(condition("exists (x=1)\n<<\nshow 0 $\n>>\n(* open") == "exists [x]=1");
    CHECK(condition("(x=1)") == "exists [x]=1");
    CHECK(condition("exists not (0:r1=1 => x=1) /\\ ~ (x=2 \\/ 0:r2=x)") ==
          "exists not (0:r1=1 => [x]=1) /\\ not ([x]=2 \\/ 0:r2=x)");
    CHECK(condition("exists true\\/false") == "exists true \\/ false");
    CHECK(condition("exists x=y/\\x=z") == "exists [x]=y /\\ [x]=z");
    CHECK(condition("exists (x=1 \\/ x=2) /\\ x=3 \\/ x=4") ==
          "exists ([x]=1 \\/ [x]=2) /\\ [x]=3 \\/ [x]=4");
    CHECK(condition("exists 0:r1=0:r2 /\\ 0:r1=*x /\\ [x]=[y]") ==
          "exists 0:r1=0:r2 /\\ 0:r1=[x] /\\ [x]=[y]");
    CHECK(condition("locations [x; 0:r3; p*; 0:r1 int64_t]") == "forall true");
}

TEST_CASE("implication binds tighter than conjunction", "[frontend][parser]") {
    // (false => x) /\ false, not false => (x /\ false).
    const auto p = ppc("", "nop;", "exists false => true /\\ false");
    CHECK(p.exprs().is_false(p.condition()->proposition));
}

TEST_CASE("observed items are sorted and occur once", "[frontend][parser]") {
    const auto p = litmus(
        "PPC T\n{}\nP0|P1;\nnop|nop;\nlocations [y; 1:r2; x; 0:r10; y]\n"
        "exists (0:r2=1 /\\ x=1 /\\ a=y)\n");
    CHECK(labels(p) == Labels{"0:r2", "0:r10", "1:r2", "[a]", "[x]", "[y]"});
}

TEST_CASE("errors name the place", "[frontend][parser]") {
    const std::string head = "PPC T\n{ 0:r1=x; }\nP0;\n";
    CHECK(error_of("") == "1:1 unknown architecture ``, expected PPC or X86");
    CHECK(error_of("AArch64 x\n{}") == "1:1 unknown architecture `AArch64`, expected PPC or X86");
    CHECK(error_of("PPC\n{}") == "1:4 expected the name of the test");
    CHECK(error_of("PPC T\nno state\n") == "3:1 no initial state, expected `{`");
    CHECK(error_of("PPC T\n{ x=; }") == "2:5 unexpected `;`, expected a number or a location");
    CHECK(error_of("PPC T\n{ x=1 y=2 }") == "2:7 unexpected `y`, expected `;` or `}`");
    CHECK(error_of("PPC T\n{ foo x=1 }").starts_with("2:3 unknown type `foo`, expected int"));
    CHECK(error_of("PPC T\n{ x=1; int x; }\nP0;\n") == "2:12 location `x` is initialised twice");
    CHECK(error_of("PPC T\n{ 1:r1=x; }\nP0;\n") == "2:3 no thread P1, expected P0 to P0");
    CHECK(error_of("PPC T\n{ 0:r32=x; }\nP0;\n") == "2:3 unknown register `r32`");
    CHECK(error_of("PPC T\n{}\nP1;\n") == "3:1 unexpected thread `P1`, expected P0");
    CHECK(error_of(head + "nop | nop;\n") == "4:7 too many columns, expected 1");
    CHECK(error_of(head + "frob r1,r2;\n") == "4:1 unknown instruction `frob`");
    CHECK(error_of(head + " stw r2;\n") == "4:8 unexpected `;`, expected `,`");
    CHECK(error_of(head + " stw r2,r1;\n") == "4:9 unexpected `r1`, expected an offset");
    CHECK(error_of(head + " li r2,1 r3;\n") == "4:10 unexpected `r3`, expected `|` or `;`");
    CHECK(error_of(head + " lwz r2,0(r5);\n") ==
          "4:2 access to address 0, expected the address of a location");
    CHECK(error_of(head + " stw r2,4(r1);\n").starts_with("4:2 access to address 107374"));
    CHECK(error_of(head + " b L;\n") == "4:2 no label `L` in thread P0");
    CHECK(error_of(head + "L: nop;\nL: nop;\n") == "5:1 label `L` is already on line 4");
    CHECK(error_of(head + "nop\n") == "5:1 unexpected end of the test, expected `|` or `;`");
    CHECK(error_of(head + "nop;\nexists (0:r1=1") ==
          "5:15 unexpected end of the test, expected `)`, `/\\` or `\\/`");
    CHECK(error_of(head + "nop;\nexists (0:r99=1)") == "5:9 unknown register `r99` of thread P0");
    CHECK(error_of(head + "nop;\nexists (2:r1=1)") == "5:9 no thread P2, expected P0 to P0");
    CHECK(error_of(head + "nop;\nexists (x=1) y") ==
          "5:14 unexpected `y`, expected the end of the test");
    CHECK(error_of(head + "nop;\nfilter (x=1)").starts_with("5:1 `filter` is not supported"));
    CHECK(error_of(head + "nop;\nexists x[1]=1").starts_with("5:9 arrays are not supported"));
    CHECK(error_of(head + "nop (* ;\n") == "4:5 comment without its end, expected `*)`");
    CHECK(error_of(head + "nop; \x01") == "4:6 unexpected byte 0x01");
    CHECK(error_of(head + "li r1,99999999999999999999;") ==
          "4:7 number too large, expected at most 64 bits");
}

TEST_CASE("hostile input ends in an error", "[frontend][parser]") {
    const std::string head = "PPC T\n{}\nP0;\nnop;\nexists ";
    CHECK(error_of(head + std::string(100'000, '(')).find("nested too deeply") !=
          std::string::npos);
    std::string chain = "true";
    for (int i = 0; i < 100'000; ++i) chain += " => true";
    CHECK(error_of(head + chain).find("nested too deeply") != std::string::npos);
    CHECK(error_of(head + std::string(100'000, '~') + "true") == "no error");
    std::string comments;
    for (int i = 0; i < 100'000; ++i) comments += "(*";
    CHECK(error_of(comments).find("comment without its end") != std::string::npos);
}

}  // namespace fencepost::frontend
