// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// A fixed number of the random C programs that `./dev fuzz` makes.
#ifdef FENCEPOST_LLVM

#include <catch2/catch_test_macros.hpp>

#include "tests/fuzz/c_fuzz.h"

using namespace fencepost;

TEST_CASE("random concurrent C programs: engines agree", "[fuzz][c]") {
    fuzz::CStatistics statistics;
    for (uint64_t seed = 1; seed <= 40; ++seed) {
        CAPTURE(seed);
        CHECK(fuzz::differ(fuzz::random_threads(seed), statistics) == std::nullopt);
    }
    CHECK(statistics.questions >= 80);
    CHECK(statistics.answers["enumerate"] >= 40);
}

TEST_CASE("random C programs: variations mean the same", "[fuzz][c]") {
    fuzz::CStatistics statistics;
    for (uint64_t seed = 1; seed <= 40; ++seed) {
        CAPTURE(seed);
        CHECK(fuzz::vary(fuzz::random_threads(seed), seed, statistics) == std::nullopt);
    }
    CHECK(statistics.answers["renamed"] >= 20);
    CHECK(statistics.answers["-O1"] >= 5);
}

TEST_CASE("random C programs compute what the compiler's code computes", "[fuzz][c]") {
    std::vector<fuzz::CValues> all;
    for (uint64_t seed = 1; seed <= 40; ++seed) all.push_back(fuzz::random_values(seed));
    CHECK(fuzz::differ(all, false) == std::nullopt);
    all.resize(15);
    CHECK(fuzz::differ(all, true) == std::nullopt);
}

#endif
