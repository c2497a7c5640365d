// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Z3's C++ interface throws z3::exception; nothing that we build can be ill-typed, so one that
// reaches a caller is out of memory or a bug of ours, and is passed on as std::runtime_error.
//
// Interrupting: Z3 forgets an interrupt that arrives before it has started to search. So while
// a check runs, a thread watches and interrupts again and again until the check is over.
#include "solvers/z3.h"

#include <z3++.h>

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <new>
#include <stdexcept>
#include <string_view>
#include <thread>

namespace fencepost::solvers {

namespace {

class Watch {
  public:
    Watch(z3::context& context, const Interrupt& interrupt) {
        if (!interrupt.poll) return;
        thread_ = std::jthread([this, &context, &interrupt](std::stop_token over) {
            std::unique_lock lock(mutex_);
            while (!over.stop_requested()) {
                changed_.wait_for(lock, over, std::chrono::milliseconds(10), [] { return false; });
                if (!over.stop_requested() && interrupt.requested()) context.interrupt();
            }
        });
    }

  private:
    std::mutex mutex_;
    std::condition_variable_any changed_;
    std::jthread thread_;
};

}  // namespace

uint64_t z3_memory() { return Z3_get_estimated_alloc_size(); }

struct Z3::Impl {
    z3::context context;
    z3::solver solver{context, z3::solver::simple()};
    z3::expr_vector literals{context}, vectors{context}, integers{context};
    std::unique_ptr<z3::model> model;
    size_t clauses = 0;

    z3::expr literal(Lit l) {
        const z3::expr e = literals[static_cast<unsigned>(std::abs(l)) - 1];
        return l > 0 ? e : !e;
    }
    Vector keep(const z3::expr& e) {
        vectors.push_back(e);
        return {vectors.size() - 1};
    }
    z3::expr bit(const z3::expr& condition) {
        return z3::ite(condition, context.bv_val(1, 1), context.bv_val(0, 1));
    }
};

Z3::Z3() : impl_(std::make_unique<Impl>()) {
    new_var();
    add({true_lit});
}

Z3::~Z3() = default;

Lit Z3::new_var() {
    const auto index = static_cast<int>(impl_->literals.size()) + 1;
    const std::string name = "b" + std::to_string(index);
    impl_->literals.push_back(impl_->context.bool_const(name.c_str()));
    return index;
}

void Z3::add(std::span<const Lit> clause) {
    z3::expr_vector parts(impl_->context);
    for (Lit l : clause) parts.push_back(impl_->literal(l));
    impl_->solver.add(z3::mk_or(parts));
    ++impl_->clauses;
}

Result Z3::solve(std::span<const Lit> assumptions, const Interrupt& interrupt) {
    if (interrupt.requested()) return Result::Stopped;
    z3::expr_vector parts(impl_->context);
    for (Lit l : assumptions) parts.push_back(impl_->literal(l));
    impl_->model.reset();
    const Watch watch(impl_->context, interrupt);
    try {
        const z3::check_result result = impl_->solver.check(parts);
        if (result == z3::unsat) return Result::Unsat;
        if (result == z3::unknown) return Result::Stopped;
        impl_->model = std::make_unique<z3::model>(impl_->solver.get_model());
        return Result::Sat;
    } catch (const z3::exception& error) {
        if (interrupt.requested()) return Result::Stopped;
        if (std::string_view(error.msg()).find("memory") != std::string_view::npos)
            throw std::bad_alloc();
        throw std::runtime_error(std::string("Z3: ") + error.msg());
    }
}

bool Z3::value(Lit l) { return impl_->model->eval(impl_->literal(l), true).is_true(); }

Statistics Z3::statistics() const {
    return {{"literals", static_cast<double>(impl_->literals.size())},
            {"clauses", static_cast<double>(impl_->clauses)},
            {"integers", static_cast<double>(impl_->integers.size())}};
}

Z3::Vector Z3::constant(unsigned width, uint64_t value) {
    return impl_->keep(impl_->context.bv_val(value, width));
}

Z3::Vector Z3::variable(unsigned width, const std::string& name) {
    return impl_->keep(impl_->context.bv_const(name.c_str(), width));
}

Z3::Vector Z3::apply(VectorOp op, Vector left, Vector right) {
    const z3::expr a = impl_->vectors[left.index];
    const z3::expr b = right.index == UINT32_MAX ? a : z3::expr(impl_->vectors[right.index]);
    Impl& z = *impl_;
    switch (op) {
        case VectorOp::Not:
            return z.keep(~a);
        case VectorOp::Neg:
            return z.keep(-a);
        case VectorOp::And:
            return z.keep(a & b);
        case VectorOp::Or:
            return z.keep(a | b);
        case VectorOp::Xor:
            return z.keep(a ^ b);
        case VectorOp::Add:
            return z.keep(a + b);
        case VectorOp::Sub:
            return z.keep(a - b);
        case VectorOp::Mul:
            return z.keep(a * b);
        case VectorOp::UDiv:
            return z.keep(z3::udiv(a, b));
        case VectorOp::SDiv:
            return z.keep(a / b);
        case VectorOp::URem:
            return z.keep(z3::urem(a, b));
        case VectorOp::SRem:
            return z.keep(z3::srem(a, b));
        case VectorOp::Shl:
            return z.keep(z3::shl(a, b));
        case VectorOp::LShr:
            return z.keep(z3::lshr(a, b));
        case VectorOp::AShr:
            return z.keep(z3::ashr(a, b));
        case VectorOp::Eq:
            return z.keep(z.bit(a == b));
        case VectorOp::Ult:
            return z.keep(z.bit(z3::ult(a, b)));
        case VectorOp::Ule:
            return z.keep(z.bit(z3::ule(a, b)));
        case VectorOp::Slt:
            return z.keep(z.bit(a < b));
        case VectorOp::Sle:
            return z.keep(z.bit(a <= b));
        case VectorOp::Concat:
            return z.keep(z3::concat(a, b));
    }
    throw std::logic_error("unknown operator");
}

Z3::Vector Z3::choice(Vector condition, Vector a, Vector b) {
    const z3::expr c = impl_->vectors[condition.index] == impl_->context.bv_val(1, 1);
    return impl_->keep(z3::ite(c, impl_->vectors[a.index], impl_->vectors[b.index]));
}

Z3::Vector Z3::extract(Vector a, unsigned low, unsigned width) {
    return impl_->keep(impl_->vectors[a.index].extract(low + width - 1, low));
}

Z3::Vector Z3::extend(Vector a, unsigned width, bool is_signed) {
    const z3::expr e = impl_->vectors[a.index];
    const unsigned more = width - e.get_sort().bv_size();
    return impl_->keep(is_signed ? z3::sext(e, more) : z3::zext(e, more));
}

Lit Z3::literal(Vector a) {
    const Lit l = new_var();
    impl_->solver.add(impl_->literal(l) ==
                      (impl_->vectors[a.index] == impl_->context.bv_val(1, 1)));
    return l;
}

void Z3::imply_equal(Lit condition, Vector a, Vector b) {
    impl_->solver.add(
        z3::implies(impl_->literal(condition), impl_->vectors[a.index] == impl_->vectors[b.index]));
}

uint64_t Z3::value(Vector a) {
    return impl_->model->eval(impl_->vectors[a.index], true).get_numeral_uint64();
}

Z3::Integer Z3::new_integer() {
    const std::string name = "clock" + std::to_string(impl_->integers.size());
    impl_->integers.push_back(impl_->context.int_const(name.c_str()));
    return {impl_->integers.size() - 1};
}

void Z3::imply_less(Lit condition, Integer a, Integer b) {
    impl_->solver.add(z3::implies(impl_->literal(condition),
                                  impl_->integers[a.index] < impl_->integers[b.index]));
}

std::string Z3::to_smt_lib(std::span<const Lit> assumptions) {
    z3::solver copy(impl_->context, z3::solver::simple());
    for (const z3::expr& e : impl_->solver.assertions()) copy.add(e);
    for (Lit l : assumptions) copy.add(impl_->literal(l));
    return copy.to_smt2();
}

}  // namespace fencepost::solvers
