// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
#include "portfolio/parallel.h"

#include <atomic>
#include <catch2/catch_test_macros.hpp>
#include <stdexcept>
#include <vector>

using namespace fencepost;

TEST_CASE("results come in order from any number of jobs", "[portfolio][parallel]") {
    for (unsigned jobs : {1u, 2u, 5u}) {
        constexpr size_t count = 10000;  // more than the window
        std::vector<size_t> result(count, 0);
        std::vector<size_t> order;
        portfolio::in_order(
            count, jobs, [&](size_t i) { result[i] = i * i; },
            [&](size_t i) {
                REQUIRE(result[i] == i * i);
                order.push_back(i);
            });
        REQUIRE(order.size() == count);
        for (size_t i = 0; i < count; ++i) REQUIRE(order[i] == i);
    }
}

TEST_CASE("an exception ends the run when its turn comes", "[portfolio][parallel]") {
    for (unsigned jobs : {1u, 3u}) {
        std::atomic<size_t> started = 0;
        size_t finished = 0;
        const auto run = [&] {
            portfolio::in_order(
                100000, jobs,
                [&](size_t i) {
                    ++started;
                    if (i == 7) throw std::runtime_error("seven");
                },
                [&](size_t) { ++finished; });
        };
        CHECK_THROWS_AS(run(), std::runtime_error);
        CHECK(finished == 7);
        CHECK(started < 100000);
    }
}

TEST_CASE("nothing to do is done at once", "[portfolio][parallel]") {
    portfolio::in_order(0, 4, [](size_t) { FAIL(); }, [](size_t) { FAIL(); });
}
