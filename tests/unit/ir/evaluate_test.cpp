// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
#include "ir/evaluate.h"

#include <catch2/catch_test_macros.hpp>

#include "ir/errors.h"

using namespace fencepost;
using ir::Expr;
using ir::Op;

namespace {
uint64_t binary(Op op, unsigned width, uint64_t a, uint64_t b) {
    ir::ExprPool pool;
    const Expr x = pool.input(width, 0), y = pool.input(width, 1);
    const bool comparison = op >= Op::Eq && op <= Op::Sle;
    const Expr term = pool.intern(
        {.op = op, .width = static_cast<uint8_t>(comparison ? 1 : width), .a = x, .b = y});
    ir::Evaluator evaluator(pool);
    evaluator.set_input(0, a);
    evaluator.set_input(1, b);
    return evaluator.get(term);
}
}  // namespace

TEST_CASE("operators mean what SMT-LIB says", "[ir][evaluate]") {
    CHECK(binary(Op::Add, 8, 200, 100) == 44);
    CHECK(binary(Op::Sub, 32, 0, 1) == 0xFFFFFFFF);
    CHECK(binary(Op::Mul, 64, ~uint64_t{0}, 2) == ~uint64_t{0} - 1);
    CHECK(binary(Op::UDiv, 8, 7, 0) == 255);
    CHECK(binary(Op::URem, 8, 7, 0) == 7);
    CHECK(binary(Op::SDiv, 8, 0xF9, 2) == 0xFD);  // -7 / 2 = -3
    CHECK(binary(Op::SRem, 8, 0xF9, 2) == 0xFF);  // -7 % 2 = -1
    CHECK(binary(Op::SDiv, 8, 0x80, 0xFF) == 0x80);
    CHECK(binary(Op::SDiv, 64, uint64_t{1} << 63, ~uint64_t{0}) == uint64_t{1} << 63);
    CHECK(binary(Op::SRem, 64, uint64_t{1} << 63, ~uint64_t{0}) == 0);
    CHECK(binary(Op::SDiv, 8, 0xF9, 0) == 1);
    CHECK(binary(Op::SDiv, 8, 7, 0) == 255);
    CHECK(binary(Op::Shl, 8, 1, 8) == 0);
    CHECK(binary(Op::Shl, 64, 1, 63) == uint64_t{1} << 63);
    CHECK(binary(Op::LShr, 64, ~uint64_t{0}, 64) == 0);
    CHECK(binary(Op::AShr, 8, 0x80, 100) == 0xFF);
    CHECK(binary(Op::Slt, 8, 0x80, 0) == 1);
    CHECK(binary(Op::Ult, 8, 0x80, 0) == 0);
    CHECK(binary(Op::Sle, 64, ~uint64_t{0}, 0) == 1);
}

TEST_CASE("evaluation is three-valued", "[ir][evaluate]") {
    ir::ExprPool pool;
    const Expr known = pool.read(1, 0), open = pool.read(1, 1);
    const Expr wide = pool.read(32, 2), other = pool.read(32, 3);
    const Expr both = pool.conjunction(known, open), either = pool.disjunction(known, open);
    const Expr choice = pool.ite(known, wide, other);
    ir::Evaluator evaluator(pool);
    CHECK_FALSE(evaluator.value(both).has_value());
    evaluator.set_read(0, 0);
    CHECK(evaluator.value(both) == 0);
    CHECK_FALSE(evaluator.value(either).has_value());
    evaluator.set_read(3, 17);
    CHECK(evaluator.value(choice) == 17);
    evaluator.set_read(0, 1);
    CHECK(evaluator.value(either) == 1);
    CHECK_FALSE(evaluator.value(choice).has_value());
    CHECK_THROWS_AS(evaluator.get(choice), ir::InternalError);
    evaluator.set_read(0, std::nullopt);
    CHECK_FALSE(evaluator.value(either).has_value());
}

TEST_CASE("a term of many levels is evaluated without recursion", "[ir][evaluate]") {
    ir::ExprPool pool;
    Expr sum = pool.input(32, 0);
    for (uint32_t i = 1; i <= 200000; ++i) sum = pool.make(Op::Add, pool.input(32, i % 7), sum);
    ir::Evaluator evaluator(pool);
    for (uint32_t i = 0; i < 7; ++i) evaluator.set_input(i, 0);
    CHECK(evaluator.get(sum) == 0);
}

TEST_CASE("ill-typed terms are refused", "[ir][expr]") {
    ir::ExprPool pool;
    CHECK_THROWS_AS(pool.constant(0, 0), ir::InternalError);
    CHECK_THROWS_AS(pool.constant(65, 0), ir::InternalError);
    CHECK_THROWS_AS(pool.make(Op::Add, pool.input(8, 0), pool.input(16, 1)), ir::InternalError);
    CHECK_THROWS_AS(pool.extract(pool.input(8, 0), 4, 5), ir::InternalError);
    CHECK_THROWS_AS(pool.concat(pool.input(64, 0), pool.input(1, 1)), ir::InternalError);
    CHECK_THROWS_AS(pool.ite(pool.input(2, 0), pool.input(8, 1), pool.input(8, 2)),
                    ir::InternalError);
}
