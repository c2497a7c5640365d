// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
#include <catch2/catch_test_macros.hpp>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "solvers/cadical.h"
#include "solvers/dimacs.h"
#include "solvers/z3.h"

using namespace fencepost::solvers;

namespace {

/// n + 1 pigeons in n holes: unsatisfiable.
void add_pigeons(ClauseSink& sink, int n) {
    std::vector<std::vector<Lit>> in(static_cast<size_t>(n) + 1);
    for (auto& pigeon : in) {
        for (int hole = 0; hole < n; ++hole) pigeon.push_back(sink.new_var());
        sink.add(pigeon);
    }
    for (size_t hole = 0; hole < static_cast<size_t>(n); ++hole)
        for (size_t a = 0; a < in.size(); ++a)
            for (size_t b = a + 1; b < in.size(); ++b) sink.add({-in[a][hole], -in[b][hole]});
}

}  // namespace

TEST_CASE("the example of the header", "[solvers][cadical]") {
    Cadical solver;
    const Lit a = solver.new_var(), b = solver.new_var();
    solver.add({a, b});
    REQUIRE(solver.solve({-a}, {}) == Result::Sat);
    CHECK(solver.value(b));
    CHECK(solver.value(true_lit));
    CHECK(solver.solve({-a, -b}, {}) == Result::Unsat);
    CHECK(solver.solve({}, {}) == Result::Sat);
}

TEST_CASE("Z3 solves the same", "[solvers][z3]") {
    Z3 solver;
    const Lit a = solver.new_var(), b = solver.new_var();
    solver.add({a, b});
    REQUIRE(solver.solve({-a}, {}) == Result::Sat);
    CHECK(solver.value(b));
    CHECK(solver.solve({-a, -b}, {}) == Result::Unsat);
    const Z3::Vector x = solver.variable(8, "x");
    solver.imply_equal(a, x, solver.constant(8, 255));
    REQUIRE(solver.solve({a}, {}) == Result::Sat);
    CHECK(solver.value(x) == 255);
    const Z3::Integer i = solver.new_integer(), j = solver.new_integer();
    solver.imply_less(a, i, j);
    solver.imply_less(b, j, i);
    CHECK(solver.solve({a, b}, {}) == Result::Unsat);
}

TEST_CASE("a deadline that has passed stops at once", "[solvers][cadical][z3]") {
    Interrupt interrupt;
    interrupt.poll = [] { return true; };
    Cadical cadical;
    CHECK(cadical.solve({}, interrupt) == Result::Stopped);
    Z3 z3;
    CHECK(z3.solve({}, interrupt) == Result::Stopped);
}

TEST_CASE("proofs are checked by drat-trim, where it is installed", "[solvers][cadical]") {
    const auto folder = std::filesystem::temp_directory_path();
    const std::string cnf = folder / "fencepost_pigeons.cnf";
    const std::string proof = folder / "fencepost_pigeons.drat";
    {
        Dimacs dimacs;
        add_pigeons(dimacs, 4);
        std::ofstream(cnf) << dimacs.text({});
        Cadical solver(proof);
        add_pigeons(solver, 4);
        REQUIRE(solver.solve({}, {}) == Result::Unsat);
        solver.close_proof();
    }
    CHECK(std::filesystem::file_size(proof) > 0);
    if (std::system("command -v drat-trim >/dev/null 2>&1") != 0) SKIP("drat-trim not installed");
    const std::string command = "drat-trim " + cnf + " " + proof + " 2>&1 | grep -q 's VERIFIED'";
    CHECK(std::system(command.c_str()) == 0);
}
