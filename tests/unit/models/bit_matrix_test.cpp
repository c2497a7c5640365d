// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
#include "models/bit_matrix.h"

#include <catch2/catch_test_macros.hpp>
#include <random>
#include <set>

using fencepost::models::BitMatrix;

namespace {

using Pairs = std::set<std::pair<uint32_t, uint32_t>>;

Pairs pairs(const BitMatrix& m) {
    Pairs result;
    for (uint32_t i = 0; i < m.rows(); ++i)
        m.for_each(i, [&](uint32_t j) { result.insert({i, j}); });
    return result;
}

BitMatrix random_matrix(std::mt19937& random, uint32_t rows, uint32_t n, double density) {
    BitMatrix m(rows, n);
    std::bernoulli_distribution bit(density);
    for (uint32_t i = 0; i < rows; ++i)
        for (uint32_t j = 0; j < n; ++j)
            if (bit(random)) m.set(i, j);
    return m;
}

Pairs seq(const Pairs& r, const Pairs& s) {
    Pairs result;
    for (auto [a, b] : r)
        for (auto it = s.lower_bound({b, 0}); it != s.end() && it->first == b; ++it)
            result.insert({a, it->second});
    return result;
}

Pairs closure(Pairs r) {
    while (true) {
        Pairs next = seq(r, r);
        next.insert(r.begin(), r.end());
        if (next == r) return r;
        r = next;
    }
}

bool has_loop(const Pairs& r) {
    for (auto [a, b] : r)
        if (a == b) return true;
    return false;
}

}  // namespace

TEST_CASE("matrices behave like sets of pairs", "[models][bit_matrix]") {
    std::mt19937 random(7);
    for (int round = 0; round < 120; ++round) {
        // One word, exactly one word, and several; reuse shapes by assigning into `out`.
        const uint32_t n = std::vector<uint32_t>{1, 5, 17, 63, 64, 65, 90, 130}[round % 8];
        const double density = (round % 3 + 0.5) / n;
        const BitMatrix a = random_matrix(random, n, n, density);
        const BitMatrix b = random_matrix(random, n, n, density);
        const BitMatrix s = random_matrix(random, 1, n, 0.4);
        const BitMatrix t = random_matrix(random, 1, n, 0.4);
        const Pairs pa = pairs(a), pb = pairs(b);

        BitMatrix out = random_matrix(random, n, n, 0.5);
        out.assign_seq(a, b);
        CHECK(pairs(out) == seq(pa, pb));
        out.assign_inverse(a);
        Pairs inverse;
        for (auto [x, y] : pa) inverse.insert({y, x});
        CHECK(pairs(out) == inverse);

        out = a;
        out.unite(b);
        Pairs expected = pa;
        expected.insert(pb.begin(), pb.end());
        CHECK(pairs(out) == expected);
        out.subtract(b);
        expected = pa;
        for (auto p : pb) expected.erase(p);
        CHECK(pairs(out) == expected);
        out = a;
        out.intersect(b);
        expected.clear();
        for (auto p : pa)
            if (pb.contains(p)) expected.insert(p);
        CHECK(pairs(out) == expected);

        out = a;
        out.complement();
        CHECK(pairs(out).size() == size_t{n} * n - pa.size());
        out.intersect(a);
        CHECK(out.empty());

        out = a;
        out.close();
        const Pairs closed = closure(pa);
        CHECK(pairs(out) == closed);
        CHECK(out.is_irreflexive() == !has_loop(closed));
        CHECK(a.is_acyclic() == !has_loop(closed));
        CHECK(a.is_irreflexive() == !has_loop(pa));

        out.assign_product(s, t);
        expected.clear();
        for (auto p : pairs(s))
            for (auto q : pairs(t)) expected.insert({p.second, q.second});
        CHECK(pairs(out) == expected);
        out.assign_identity(s);
        CHECK(pairs(out).size() == pairs(s).size());
        out.assign_domain(a);
        BitMatrix range;
        range.assign_range(a);
        for (uint32_t i = 0; i < n; ++i) {
            bool from = false, to = false;
            for (auto [x, y] : pa) {
                from = from || x == i;
                to = to || y == i;
            }
            CHECK(out.get(0, i) == from);
            CHECK(range.get(0, i) == to);
        }
    }
}

TEST_CASE("cycles and paths are shortest and real", "[models][bit_matrix]") {
    std::mt19937 random(11);
    for (int round = 0; round < 100; ++round) {
        const uint32_t n = round % 2 == 0 ? 12 : 70;
        const BitMatrix a = random_matrix(random, n, n, 1.3 / n);
        const std::vector<uint32_t> cycle = a.shortest_cycle();
        REQUIRE(cycle.empty() == a.is_acyclic());
        for (size_t i = 0; i < cycle.size(); ++i)
            CHECK(a.get(cycle[i], cycle[(i + 1) % cycle.size()]));
        // No power of the relation below the cycle's length has a loop.
        Pairs power = pairs(a);
        for (size_t length = 1; length < cycle.size(); ++length) {
            CHECK(!has_loop(power));
            power = seq(power, pairs(a));
        }
    }
}

TEST_CASE("a matrix keeps no trace of a larger shape", "[models][bit_matrix]") {
    BitMatrix m(100, 100);
    m.complement();
    m.reset(3, 3);
    CHECK(m.empty());
    CHECK(m == BitMatrix(3, 3));
    m.complement();
    CHECK(pairs(m).size() == 9);
    CHECK(BitMatrix(0, 0).is_acyclic());
}
