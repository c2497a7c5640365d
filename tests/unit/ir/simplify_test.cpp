// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// The simplifier against the evaluator: random terms, random leaves, equal values.
#include "ir/simplify.h"

#include <catch2/catch_test_macros.hpp>
#include <vector>

#include "ir/evaluate.h"
#include "tests/fuzz/random.h"

using namespace fencepost;
using ir::Expr;
using ir::ExprNode;
using ir::Op;

namespace {

constexpr unsigned widths[] = {1, 2, 7, 8, 32, 63, 64};

/// Random unsimplified terms in one pool, over inputs.
class TermMaker {
  public:
    TermMaker(ir::ExprPool& pool, fuzz::Random& random) : pool_(pool), random_(random) {}

    Expr term(unsigned width, int depth) {
        if (depth == 0 || random_.chance(6)) return leaf(width);
        if (width == 1 && random_.chance(2)) {
            const unsigned operand = widths[random_.below(std::size(widths))];
            const auto op = static_cast<Op>(static_cast<unsigned>(Op::Eq) + random_.below(5));
            return pool_.intern({.op = op,
                                 .width = 1,
                                 .a = term(operand, depth - 1),
                                 .b = term(operand, depth - 1)});
        }
        return sized(width, depth);
    }

  private:
    Expr leaf(unsigned width) {
        if (random_.chance(2)) {
            constexpr uint64_t interesting[] = {
                0, 1, 2, 3, ~uint64_t{0}, uint64_t{1} << 63, 0x7FFFFFFF, 0x80000000};
            return pool_.constant(
                width, random_.chance(4) ? random_.next() : interesting[random_.below(8)]);
        }
        // Few leaves, so that operands are often equal or complements.
        return pool_.input(width, random_.below(2) * 65 + width);
    }

    Expr sized(unsigned width, int depth) {
        const auto w = static_cast<uint8_t>(width);
        switch (random_.below(6)) {
            case 0:
                return pool_.intern({.op = random_.chance(2) ? Op::Not : Op::Neg,
                                     .width = w,
                                     .a = term(width, depth - 1)});
            case 1:
                return pool_.intern({.op = Op::Ite,
                                     .width = w,
                                     .a = term(1, depth - 1),
                                     .b = term(width, depth - 1),
                                     .c = term(width, depth - 1)});
            case 2: {
                const unsigned from = width + random_.below(65 - width);
                return pool_.intern({.op = Op::Extract,
                                     .width = w,
                                     .a = term(from, depth - 1),
                                     .imm = random_.below(from - width + 1)});
            }
            case 3: {
                const unsigned from = 1 + random_.below(width);
                return pool_.intern({.op = random_.chance(2) ? Op::ZExt : Op::SExt,
                                     .width = w,
                                     .a = term(from, depth - 1)});
            }
            case 4:
                if (width > 1) {
                    const unsigned low = 1 + random_.below(width - 1);
                    return pool_.intern({.op = Op::Concat,
                                         .width = w,
                                         .a = term(width - low, depth - 1),
                                         .b = term(low, depth - 1)});
                }
                [[fallthrough]];
            default: {
                const auto first = static_cast<unsigned>(Op::And);
                const auto op = static_cast<Op>(
                    first + random_.below(static_cast<unsigned>(Op::AShr) - first + 1));
                return pool_.intern({.op = op,
                                     .width = w,
                                     .a = term(width, depth - 1),
                                     .b = term(width, depth - 1)});
            }
        }
    }

    ir::ExprPool& pool_;
    fuzz::Random& random_;
};

}  // namespace

TEST_CASE("simplified terms keep their value", "[ir][simplify]") {
    fuzz::Random random(1);
    for (int round = 0; round < 3000; ++round) {
        ir::ExprPool pool;
        const unsigned width = widths[random.below(std::size(widths))];
        const Expr raw = TermMaker(pool, random).term(width, 1 + round % 6);
        const Expr simple = ir::simplify(pool, raw);
        REQUIRE(pool.width(simple) == width);
        for (int assignment = 0; assignment < 8; ++assignment) {
            ir::Evaluator evaluator(pool);
            for (uint32_t input = 0; input < 130; ++input)
                evaluator.set_input(input, random.chance(3) ? random.below(3) : random.next());
            CAPTURE(round, raw.index, simple.index);
            REQUIRE(evaluator.get(raw) == evaluator.get(simple));
        }
    }
}

TEST_CASE("what frontends rely on folds", "[ir][simplify]") {
    ir::ExprPool pool;
    const Expr x = pool.input(64, 0);
    const Expr b = pool.input(1, 1), c = pool.input(1, 2);
    CHECK(pool.is_const(pool.make(Op::Xor, x, x), 0));
    CHECK(pool.make(Op::Add, x, pool.make(Op::Xor, x, x)) == x);
    CHECK(pool.is_true(pool.make(Op::Eq, x, x)));
    CHECK(pool.is_true(pool.disjunction(b, pool.negation(b))));
    CHECK(pool.is_false(pool.conjunction(b, pool.negation(b))));
    // Two paths join again.
    CHECK(pool.disjunction(pool.conjunction(c, b), pool.conjunction(c, pool.negation(b))) == c);
    CHECK(pool.extract(pool.zext(pool.input(32, 3), 64), 0, 32) == pool.input(32, 3));
    const Expr one = pool.constant(64, 1);
    CHECK(pool.is_false(pool.make(Op::Eq, x, pool.make(Op::Add, x, one))));
    CHECK(pool.is_false(pool.make(Op::Eq, pool.make(Op::Sub, x, one), x)));
    CHECK(pool.is_true(pool.make(Op::Eq, pool.make(Op::Sub, x, one),
                                 pool.make(Op::Add, x, pool.constant(64, ~uint64_t{0})))));
    CHECK(pool.make(Op::Add, x, pool.constant(64, 5)) ==
          pool.make(Op::Add, pool.constant(64, 5), x));
}
