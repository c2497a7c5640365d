// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
#include "encoders/show.h"

#include <catch2/catch_test_macros.hpp>
#include <catch2/matchers/catch_matchers_string.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "encoders/sat.h"
#include "ir/builder.h"
#include "models/shipped.h"

using namespace fencepost;
using Catch::Matchers::ContainsSubstring;
using Catch::Matchers::EndsWith;

namespace {

/// Store buffering, with or without fences: forbidden under TSO iff there are some.
ir::Program store_buffering(bool has_fences) {
    ir::Builder b("SB", "X86");
    const ir::Expr x = b.exprs().constant(64, 0x1000), y = b.exprs().constant(64, 0x2000);
    b.add_object({.name = "x", .address = 0x1000, .size = 8});
    b.add_object({.name = "y", .address = 0x2000, .size = 8});
    ir::Expr both = b.true_();
    for (const auto& [mine, other] : {std::pair{x, y}, std::pair{y, x}}) {
        const ir::ThreadId t = b.add_thread(mine == x ? "P0" : "P1");
        b.write(t, {.address = mine, .size = 4}, b.exprs().constant(32, 1), {});
        if (has_fences) b.fence(t, ir::FenceKind::Mfence, {}, {});
        const ir::EventId r = b.read(t, {.address = other, .size = 4});
        both = b.exprs().conjunction(
            both, b.exprs().make(ir::Op::Eq, b.value_of(r), b.exprs().constant(32, 0)));
    }
    b.set_condition({ir::Quantifier::Exists, both, "both 0"});
    return std::move(b).finish();
}

}  // namespace

TEST_CASE("DIMACS with a map of variables", "[encoders][show]") {
    const std::string text = encoders::to_dimacs(store_buffering(true), models::load_model("tso"));
    CHECK_THAT(text, ContainsSubstring("p cnf "));
    CHECK_THAT(text, ContainsSubstring("c SB under Total store order"));
    CHECK_THAT(text, ContainsSubstring(" rf initial e"));
    // As many clauses as the header says.
    const size_t header = text.find("p cnf ");
    size_t variables = 0, clauses = 0;
    REQUIRE(std::sscanf(text.c_str() + header, "p cnf %zu %zu", &variables, &clauses) == 2);
    size_t lines = 0;
    for (size_t i = text.find('\n', header) + 1; i < text.size(); ++i) lines += text[i] == '\n';
    CHECK(lines == clauses);
}

TEST_CASE("SMT-LIB", "[encoders][show]") {
    const std::string text =
        encoders::to_smt_lib(store_buffering(false), models::load_model("tso"));
    CHECK_THAT(text, ContainsSubstring("(check-sat)"));
    CHECK_THAT(text, ContainsSubstring("BitVec 32"));
}

TEST_CASE("proofs exist for what does not", "[encoders][show]") {
    const auto folder = std::filesystem::temp_directory_path();
    const std::string cnf = folder / "fencepost_sb.cnf", proof = folder / "fencepost_sb.drat";
    const models::Model tso = models::load_model("tso");
    CHECK(encoders::prove(store_buffering(false), tso, {}, proof, cnf) == solvers::Result::Sat);
    REQUIRE(encoders::prove(store_buffering(true), tso, {}, proof, cnf) == solvers::Result::Unsat);
    CHECK(std::filesystem::file_size(cnf) > 0);
    if (std::system("command -v drat-trim >/dev/null 2>&1") != 0) SKIP("drat-trim not installed");
    const std::string command = "drat-trim " + cnf + " " + proof + " 2>&1 | grep -q 's VERIFIED'";
    CHECK(std::system(command.c_str()) == 0);
}
