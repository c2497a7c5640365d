// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Both translations of data against ir::apply: random terms, values biased to the edges.
#include "encoders/bit_blaster.h"

#include <catch2/catch_test_macros.hpp>

#include "encoders/smt_data.h"
#include "ir/builder.h"
#include "ir/evaluate.h"
#include "solvers/cadical.h"
#include "tests/fuzz/random.h"

using namespace fencepost;
using encoders::Bits;
using encoders::Lit;
using fuzz::Random;
using ir::Expr;
using ir::Op;

namespace {

constexpr unsigned widths[] = {1, 2, 3, 7, 8, 13, 16, 32, 33, 64};

uint64_t random_value(Random& random, unsigned width) {
    const uint64_t top = uint64_t{1} << (width - 1);
    switch (random.below(6)) {
        case 0:
            return 0;
        case 1:
            return ir::mask(width);
        case 2:
            return top;
        case 3:
            return (top - 1) & ir::mask(width);
        case 4:
            return random.below(4) & ir::mask(width);
        default:
            return random.next() & ir::mask(width);
    }
}

/// A term over two inputs of one width that is not folded while it is built.
Expr random_term(ir::ExprPool& pool, Random& random, unsigned width, unsigned steps) {
    std::vector<Expr> terms{pool.input(width, 0), pool.input(width, 1)};
    const auto any = [&] { return terms[random.below(static_cast<uint32_t>(terms.size()))]; };
    for (unsigned i = 0; i < steps; ++i) {
        const auto op = static_cast<Op>(
            static_cast<unsigned>(Op::Not) +
            random.below(static_cast<unsigned>(Op::SExt) - static_cast<unsigned>(Op::Not) + 1));
        const Expr a = any(), b = any();
        Expr t;
        if (op == Op::Ite) {
            t = pool.ite(pool.make(Op::Ult, a, b), a, any());
        } else if (op == Op::Extract) {
            const unsigned low = random.below(width);
            t = pool.zext(pool.extract(a, low, width - low), width);
        } else if (op == Op::Concat) {
            t = width > 32 ? a : pool.extract(pool.concat(a, b), random.below(width), width);
        } else if (op == Op::ZExt || op == Op::SExt) {
            const Expr part = pool.extract(a, 0, 1 + random.below(width));
            t = op == Op::ZExt ? pool.zext(part, width) : pool.sext(part, width);
        } else if (ir::arity(op) == 1) {
            t = pool.make(op, a);
        } else {
            t = pool.make(op, a, b);
            if (pool.width(t) == 1 && width > 1) t = pool.zext(t, width);
        }
        terms.push_back(t);
    }
    return terms.back();
}

void fix(std::vector<Lit>& assumptions, const Bits& bits, uint64_t value) {
    for (size_t i = 0; i < bits.size(); ++i)
        assumptions.push_back((value >> i & 1) != 0 ? bits[i] : -bits[i]);
}

uint64_t read(solvers::Backend& solver, const Bits& bits) {
    uint64_t value = 0;
    for (size_t i = 0; i < bits.size(); ++i)
        if (solver.value(bits[i])) value |= uint64_t{1} << i;
    return value;
}

}  // namespace

TEST_CASE("bits of random terms have the values that evaluation gives", "[encoders][bit_blaster]") {
    for (uint64_t seed = 0; seed < 400; ++seed) {
        Random random(seed);
        const unsigned width = widths[random.below(std::size(widths))];
        ir::ExprPool pool;
        const Expr term = random_term(pool, random, width, 1 + random.below(5));
        const Expr x = pool.input(width, 0), y = pool.input(width, 1);
        solvers::Cadical solver;
        encoders::Gates gates(solver);
        encoders::BitBlaster blaster(pool, gates);
        const Bits bits = blaster.bits(term), bx = blaster.bits(x), by = blaster.bits(y);
        for (int round = 0; round < 8; ++round) {
            const uint64_t a = random_value(random, width), b = random_value(random, width);
            ir::Evaluator evaluator(pool);
            evaluator.set_input(0, a);
            evaluator.set_input(1, b);
            std::vector<Lit> assumptions;
            fix(assumptions, bx, a);
            fix(assumptions, by, b);
            REQUIRE(solver.solve(assumptions, {}) == solvers::Result::Sat);
            INFO("seed " << seed << " width " << width << " a " << a << " b " << b);
            REQUIRE(read(solver, bits) == evaluator.get(term));
        }
    }
}

TEST_CASE("division at 64 bits", "[encoders][bit_blaster]") {
    constexpr uint64_t least = uint64_t{1} << 63, all = ~uint64_t{0};
    const std::pair<uint64_t, uint64_t> cases[] = {{least, all}, {7, 0},     {all, 0}, {least, 0},
                                                   {all, least}, {least, 1}, {5, all}};
    for (Op op : {Op::UDiv, Op::SDiv, Op::URem, Op::SRem}) {
        ir::ExprPool pool;
        const Expr x = pool.input(64, 0), y = pool.input(64, 1), term = pool.make(op, x, y);
        solvers::Cadical solver;
        encoders::Gates gates(solver);
        encoders::BitBlaster blaster(pool, gates);
        const Bits bits = blaster.bits(term), bx = blaster.bits(x), by = blaster.bits(y);
        for (const auto& [a, b] : cases) {
            ir::Evaluator evaluator(pool);
            evaluator.set_input(0, a);
            evaluator.set_input(1, b);
            std::vector<Lit> assumptions;
            fix(assumptions, bx, a);
            fix(assumptions, by, b);
            REQUIRE(solver.solve(assumptions, {}) == solvers::Result::Sat);
            CHECK(read(solver, bits) == evaluator.get(term));
        }
    }
}

TEST_CASE("Z3's vectors have the values that evaluation gives", "[encoders][smt_data]") {
    for (uint64_t seed = 1000; seed < 1060; ++seed) {
        Random random(seed);
        const unsigned width = widths[random.below(std::size(widths))];
        ir::Builder builder("terms", "test");
        builder.add_input("x", width);
        builder.add_input("y", width);
        builder.add_thread("P0");
        ir::ExprPool& pool = builder.exprs();
        const Expr term = random_term(pool, random, width, 1 + random.below(5));
        const Expr x = pool.input(width, 0), y = pool.input(width, 1);
        const ir::Program program = std::move(builder).finish();
        const uint64_t a = random_value(random, width), b = random_value(random, width);
        solvers::Z3 solver;
        encoders::SmtData data(program, solver);
        data.use(term);
        data.imply_equal(encoders::true_lit, x, a);
        data.imply_equal(encoders::true_lit, y, b);
        REQUIRE(solver.solve({}, {}) == solvers::Result::Sat);
        ir::Evaluator evaluator(program.exprs());
        evaluator.set_input(0, a);
        evaluator.set_input(1, b);
        INFO("seed " << seed << " width " << width << " a " << a << " b " << b);
        REQUIRE(data.value(term) == evaluator.get(term));
    }
}
