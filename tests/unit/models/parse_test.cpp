// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
#include "models/parse.h"

#include <catch2/catch_test_macros.hpp>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include "models/shipped.h"

using namespace fencepost;
using namespace fencepost::models;

namespace {

/// Both spell the same term.
bool same(const std::string& a, const std::string& b) {
    const Model m = parse_model("let left = " + a + "\nlet right = " + b, "t.cat");
    return m.find("left") == m.find("right");
}

std::string error(const std::string& text, const Loader& loader = {}) {
    try {
        parse_model(text, "t.cat", loader);
    } catch (const ir::LocatedError& e) {
        return e.what();
    }
    return "no error";
}

bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

std::string repeat(const std::string& text, int count) {
    std::string result;
    for (int i = 0; i < count; ++i) result += text;
    return result;
}

}  // namespace

TEST_CASE("operators bind as in herd", "[models][parse]") {
    CHECK(same("po | rf ; co", "po | (rf ; co)"));
    CHECK(same("po ; rf \\ co", "po ; (rf \\ co)"));
    CHECK(same("po \\ rf & co", "po \\ (rf & co)"));
    CHECK(same("po \\ rf \\ co", "(po \\ rf) \\ co"));
    CHECK(same("po & W * R", "po & (W * R)"));
    CHECK(same("po & rf ; co | fr", "((po & rf) ; co) | fr"));
    CHECK(same("~po & rf", "(~po) & rf"));
    CHECK(same("~po^-1", "~(po^-1)"));
    CHECK(same("po ; rf+ ; co*", "po ; ((rf+) ; (co*))"));
    CHECK(same("po+ | rf* | co? ", "po^+ | rf^* | co^?"));
    CHECK(same("po?;rf*;co", "(po?) ; ((rf*) ; co)"));
    CHECK(same("[W];po", "toid(W) ; po"));
    CHECK(same("po & (W * R)", "WR(po)"));
    CHECK(!same("(po | rf) ; co", "po | rf ; co"));
}

TEST_CASE("a star is a product before an operand, a closure otherwise", "[models][parse]") {
    CHECK(same("po* ; rf", "(po^*) ; rf"));
    CHECK(same("po & (W*R)", "po & (W * R)"));
    CHECK(same("(W|R) * M", "((W|R) * M)"));
    const Model m = parse_model("acyclic po*\nempty rf* \n let x = W * ~R", "t.cat");
    CHECK(m.axioms.size() == 2);
    CHECK(m.terms.node(m.axioms[0].term).op == TermOp::Star);
    // `~empty` starts a statement, so the star before it is a closure.
    CHECK(error("acyclic po* ~empty rf") ==
          "t.cat:1:13: a negated axiom (`~empty`) is not supported");
}

TEST_CASE("names, functions and scopes", "[models][parse]") {
    CHECK(same("rfe", "rf & ext"));
    CHECK(same("fencerel(SYNC)", "(po & (_ * SYNC)) ; po"));
    CHECK(same("domain rf", "domain(rf)"));
    CHECK(same("let a = rf and b = co in a | b", "rf | co"));
    CHECK(same("try nosuch with po", "po"));
    CHECK(same("try po with rf", "po"));
    CHECK(same("begin po end", "po"));
    CHECK(same("po | 0 | {}", "po"));
    CHECK(same("W | 0", "W"));
    CHECK(same("W * emptyset", "0"));

    const Model m = parse_model(R"(
        "functions"
        let f(r, s) = r ; s
        let g r = f(r, r)
        let po2 = g po            // juxtaposition
        let r = rf
        let h x = x | r           # sees this r
        let r = co
        let hr = h(po)
        let const() = po
        let c = const()
        let po = po & loc         (* the old (* base *) po *)
        let last = po
        acyclic hr as name
        acyclic last
        show hr, po as pretty
        unshow hr
    )",
                                "t.cat");
    CHECK(m.title == "functions");
    CHECK(m.to_string(m.find("po2")) == "po2");
    CHECK(m.terms.node(m.find("po2")).op == TermOp::Seq);
    const TermNode& hr = m.terms.node(m.find("hr"));
    CHECK(m.terms.is_base(hr.a, BaseRelation::Po));
    CHECK(m.terms.is_base(hr.b, BaseRelation::Rf));
    CHECK(m.terms.is_base(m.find("c"), BaseRelation::Po));
    CHECK(m.find("last") == m.find("po-loc"));
    REQUIRE(m.axioms.size() == 2);
    CHECK(m.axioms[0].name == "name");
    CHECK(m.axioms[1].name == "axiom-2");
    CHECK(m.axioms[1].position.to_string() == "t.cat:15:9");
}

TEST_CASE("recursion makes groups", "[models][parse]") {
    const Model m = parse_model(R"(
        let rec a = po | (b ; a) and b = rf | a
        let c = (let rec d = a | (d ; d) in d)
        let rec e = co | (let rec f = e | (f ; f) in f)
        acyclic c | e)",
                                "t.cat");
    REQUIRE(m.terms.groups().size() == 3);
    CHECK(m.terms.groups()[0].variables.size() == 2);
    // The nested group joined the outer one.
    CHECK(m.terms.groups()[2].variables.size() == 2);
    CHECK(m.terms.node(m.find("a")).op == TermOp::RecVar);
    CHECK(m.name_of(m.find("a")) == "a");

    CHECK(contains(error("let rec a = po \\ a"), "t.cat:1:18: a relation that is being defined"));
    CHECK(contains(error("let rec a = ~(po | a)"), "t.cat:1:15: a relation that is being defined"));
    CHECK(contains(error("let rec a = po | (rf \\ (b;po)) and b = a"), "t.cat:1:25"));
    // A finished relation may be used negatively, also in a later recursion.
    CHECK(error("let rec a = po | a;a\nlet rec b = rf | (b \\ a)") == "no error");
    CHECK(contains(error("let rec f(x) = f(x)"), "a recursive function is not supported"));
    CHECK(contains(error("let rec a = [W] | R"), "t.cat:1:19: expected a relation, found a set"));
    CHECK(error("let a = try (let rec b = nosuch | b in b) with po\nacyclic a") == "no error");
}

TEST_CASE("errors have a position and say what was expected", "[models][parse]") {
    CHECK(error("acyclic po |") == "t.cat:1:13: expected a set or a relation, found end of file");
    CHECK(error("let = po") == "t.cat:1:5: expected a name, found `=`");
    CHECK(error("let a po") == "t.cat:1:9: expected `=`, found end of file");
    CHECK(error("acyclic (po | rf") == "t.cat:1:17: expected `)`, found end of file");
    CHECK(error("\n\n  acyclic hb") == "t.cat:3:11: unknown name `hb`");
    CHECK(error("acyclic f(po)") == "t.cat:1:9: unknown function `f`");
    CHECK(error("acyclic po(rf)") == "t.cat:1:9: `po` is not a function");
    CHECK(error("acyclic WW") == "t.cat:1:9: `WW` is a function: expected an argument");
    CHECK(error("acyclic WW(po,rf)") == "t.cat:1:9: `WW` takes 1 argument(s), not 2");
    CHECK(contains(error("acyclic W"), "t.cat:1:9: expected a relation, found a set"));
    CHECK(contains(error("acyclic po * rf"), "t.cat:1:9: expected a set, found a relation"));
    CHECK(contains(error("acyclic po | W"), "t.cat:1:14: expected a relation"));
    CHECK(contains(error("let a = domain W"), "expected a relation"));
    CHECK(error("(* open") == "t.cat:1:1: comment is not closed: expected `*)`");
    CHECK(error("include \"x") == "t.cat:1:9: string is not closed: expected `\"`");
    CHECK(error("acyclic po @") == "t.cat:1:12: unexpected character `@`");
    CHECK(error("acyclic po \x01") == "t.cat:1:12: unexpected character with code 0x01");
    CHECK(error("include cos") == "t.cat:1:9: expected a file name in double quotes, found `cos`");
    CHECK(contains(error("title po po"), "expected `let`"));
    CHECK(error("let a = W * R * M") ==
          "t.cat:1:17: a product has two factors: expected no further `*`");
}

TEST_CASE("what is not supported is named", "[models][parse]") {
    CHECK(error("with co from generate_cos(po)") == "t.cat:1:1: `with … from` is not supported");
    CHECK(error("\nflag ~empty po as race") == "t.cat:2:1: `flag` is not supported");
    CHECK(error("~acyclic po") == "t.cat:1:1: a negated axiom (`~acyclic`) is not supported");
    CHECK(error("procedure p() = end") == "t.cat:1:1: `procedure` is not supported");
    CHECK(error("call p()") == "t.cat:1:1: `call` is not supported");
    CHECK(error("enum e = 'a || 'b") == "t.cat:1:1: `enum` is not supported");
    CHECK(error("instructions R[{'x}]") == "t.cat:1:1: `instructions` is not supported");
    CHECK(error("forall x in S do end") == "t.cat:1:1: `forall` is not supported");
    CHECK(error("let a = match x with end") == "t.cat:1:9: `match … with` is not supported");
    CHECK(error("let a = fun x -> x") == "t.cat:1:9: `fun` is not supported");
    CHECK(error("let a = if \"x\" then po else rf") ==
          "t.cat:1:9: `if … then … else` is not supported");
    CHECK(error("let a = po ++ rf") == "t.cat:1:12: `++` is not supported");
    CHECK(error("let a = 'tag") == "t.cat:1:9: a tag is not supported");
    CHECK(error("let (a,b) = po") == "t.cat:1:5: a tuple pattern in `let` is not supported");
    CHECK(error("let a = {po}") == "t.cat:1:9: an explicit set with elements is not supported");
    CHECK(error("let rec a = po when acyclic a") ==
          "t.cat:1:16: `let rec … when` is not supported");
    CHECK(error("undefined_unless empty po") == "t.cat:1:1: `undefined_unless` is not supported");
}

TEST_CASE("includes go through the loader", "[models][parse]") {
    std::map<std::string, std::string> files{
        {"dir/b.cat", "let b = po include \"sub/c.cat\""},
        {"dir/sub/c.cat", "let c = b | rf\nacyclic c as from-c"},
        {"dir/loop.cat", "include \"../dir/loop2.cat\""},
        {"dir/loop2.cat", "include \"./loop.cat\""},
        {"dir/bad.cat", "let x =\n nosuch"},
    };
    const Loader loader = [&](const std::string& path) -> std::optional<std::string> {
        const auto it = files.find(path);
        if (it == files.end()) return std::nullopt;
        return it->second;
    };
    const Model m = parse_model("include \"b.cat\"\nacyclic c", "dir/a.cat", loader);
    REQUIRE(m.axioms.size() == 2);
    CHECK(m.axioms[0].name == "from-c");
    CHECK(m.axioms[0].position.to_string() == "dir/sub/c.cat:2:1");

    const auto error_in_dir = [&](const std::string& text) -> std::string {
        try {
            parse_model(text, "dir/a.cat", loader);
        } catch (const ir::LocatedError& e) {
            return e.what();
        }
        return "no error";
    };
    CHECK(error_in_dir("include \"bad.cat\"") == "dir/bad.cat:2:2: unknown name `nosuch`");
    CHECK(error_in_dir("include \"none.cat\"") ==
          "dir/a.cat:1:1: cannot read the included file `dir/none.cat`");
    CHECK(contains(error_in_dir("include \"loop.cat\""), "`./loop.cat` includes itself"));
    CHECK(contains(error_in_dir("include \"a.cat\""), "`a.cat` includes itself"));
    // Twice from each of 20 files is a million times.
    for (int i = 0; i < 20; ++i) {
        const std::string next = "include \"n" + std::to_string(i + 1) + "\"\n";
        files["dir/n" + std::to_string(i)] = next + next;
    }
    files["dir/n20"] = "";
    CHECK(contains(error_in_dir("include \"n0\""), "too many included files"));
}

TEST_CASE("hostile text ends in an error, not in a crash or a hang", "[models][parse]") {
    CHECK(contains(error("acyclic " + repeat("(", 100000)), "nested too deeply"));
    CHECK(contains(error("acyclic " + repeat("[", 100000)), "nested too deeply"));
    CHECK(contains(error("acyclic " + repeat("~", 100000) + "po"), "nested too deeply"));
    CHECK(contains(error("acyclic po" + repeat("^+", 100000)), "nested too deeply"));
    CHECK(contains(error("acyclic " + repeat("let a = po in ", 100000) + "a"), "too deeply"));
    CHECK(contains(error("acyclic " + repeat("WW(", 100000)), "nested too deeply"));
    CHECK(contains(error(repeat("(* ", 100000)), "comment is not closed"));
    CHECK(error("acyclic " + repeat("po | ", 100000) + "rf") == "no error");
    CHECK(error("acyclic " + repeat("po ; ", 100000) + "rf") == "no error");
    CHECK(error("acyclic " + repeat("(", 150) + "po" + repeat(")", 150)) == "no error");

    std::string doubling = "let f0(x) = x ; x\n", chain = doubling, lets = "let a0 = po\n";
    for (int i = 1; i < 60; ++i) {
        const std::string n = std::to_string(i), before = "f" + std::to_string(i - 1);
        doubling += "let f" + n + "(x) = " + before + "(x) | " + before + "(x;po)\n";
    }
    CHECK(contains(error(doubling + "acyclic f59(po)"), "too large when functions are expanded"));
    for (int i = 1; i < 5000; ++i) {
        const std::string n = std::to_string(i), before = std::to_string(i - 1);
        chain += "let f" + n + "(x) = f" + before + "(x)\n";
        lets += "let a" + n + " = a" + before + " ; a" + before + "\n";
    }
    CHECK(contains(error(chain + "acyclic f4999(po)"), "functions are nested too deeply"));
    CHECK(error(lets + "acyclic a4999") == "no error");
    CHECK(parse_model(lets, "t.cat").to_string(Term{0}) == "emptyset");
}

TEST_CASE("models by name and by path", "[models][shipped]") {
    for (const char* name : {"sc", "tso", "pso", "power"}) CHECK(!load_model(name).axioms.empty());
    try {
        load_model("rmo");
        FAIL("should not be found");
    } catch (const ir::InputError& e) {
        CHECK(contains(e.what(), "unknown model `rmo`: expected one of power, pso, sc, tso"));
    }
    try {
        load_model("/nowhere/x.cat");
        FAIL("should not be found");
    } catch (const ir::InputError& e) {
        CHECK(std::string(e.what()) == "/nowhere/x.cat: cannot read the model file");
    }
    const auto folder = std::filesystem::temp_directory_path() / "fencepost-models-test";
    std::filesystem::create_directories(folder);
    std::ofstream(folder / "mine.cat") << "include \"tso.cat\"\nacyclic po as mine";
    CHECK(load_model((folder / "mine.cat").string()).axioms.size() == 4);
    CHECK_THROWS_AS(load_model(folder.string() + "/"), ir::InputError);
    std::filesystem::remove_all(folder);
}

TEST_CASE("herd's own model texts have the shape we expect", "[models][parse]") {
    // Constructs as they occur in herd's library: a two-word title, library includes, `#`.
    const Model m = parse_model(R"(X86 TSO
include "x86fences.cat"
include "filters.cat"
include "cos.cat"
let com = rf | fr | co
acyclic po-loc | com
empty rmw & (fre;coe)
#ppo
let po_ghb = WW(po) | RM(po)
let poWR = WR(po)
let implied = MA(poWR) | AM(poWR)
let ghb = mfence | implied | po_ghb | rfe | fr | co
show implied
acyclic ghb as tso
)",
                                "x86tso.cat");
    CHECK(m.title == "X86 TSO");
    CHECK(m.axioms.size() == 3);
    CHECK(m.find("atom").valid());
    CHECK(contains(error("include \"stdlib.cat\"\ninclude \"fences.cat\"\nacyclic sync|ctrlisync"),
                   "no error"));
}
