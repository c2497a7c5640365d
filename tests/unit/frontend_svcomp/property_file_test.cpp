// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
#include "frontend/svcomp/property_file.h"

#include <catch2/catch_test_macros.hpp>

#include "ir/errors.h"

using namespace fencepost;
using frontend::svcomp::parse_properties;
using frontend::svcomp::Specification;

TEST_CASE("a property is known by its text", "[frontend_svcomp]") {
    const auto name = [](const char* formula) {
        return parse_properties("CHECK( init(main()), LTL(" + std::string(formula) + ") )\n", "p")
            .name();
    };
    CHECK(name("G ! call(reach_error())") == "unreach-call");
    CHECK(name("G ! data-race") == "no-data-race");
    CHECK(name("G ! overflow") == "no-overflow");
    CHECK(name("G valid-memcleanup") == "valid-memcleanup");
    CHECK(name("F end") == "termination");
    CHECK(name("G F something") == "");
}

TEST_CASE("three lines are memory safety", "[frontend_svcomp]") {
    const Specification s = parse_properties(
        "CHECK( init(main()), LTL(G valid-free) )\n\n"
        "  CHECK(init(main()),LTL(G valid-deref))\r\n"
        "CHECK( init(main()), LTL(G valid-memtrack) )\n",
        "p");
    CHECK(s.name() == "valid-memsafety");
    CHECK(s.checks[1].name == "valid-deref");
    CHECK(s.text() ==
          "CHECK( init(main()), LTL(G valid-free) ) CHECK(init(main()),LTL(G valid-deref)) "
          "CHECK( init(main()), LTL(G valid-memtrack) )");
}

TEST_CASE("any function can be the one not to call", "[frontend_svcomp]") {
    const Specification s =
        parse_properties("CHECK( init(main()), LTL(G ! call(my_error())) )", "p");
    CHECK(s.checks[0].function == "my_error");
}

TEST_CASE("what is no property file is refused with its line", "[frontend_svcomp]") {
    CHECK_THROWS_AS(parse_properties("", "p"), ir::InputError);
    CHECK_THROWS_AS(parse_properties("G ! overflow", "p"), ir::InputError);
    CHECK_THROWS_AS(parse_properties("CHECK( init(main()), LTL(G ! call(a b())) x", "p"),
                    ir::InputError);
    try {
        parse_properties("\nCHECK( init(f()), LTL(F end) )", "p");
        FAIL("should be refused");
    } catch (const ir::InputError& error) {
        CHECK(error.where().line == 2);
    }
}
