// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// A small assembler over ir::Builder: each thread has a path guard, a spin loop narrows it to
// the iterations that go on and ends in an assume.
#include "benchmarks/rsmc/programs.h"

#include <fmt/format.h>

#include "ir/builder.h"

namespace fencepost::benchmarks {

using ir::Expr;
using ir::Op;

namespace {

constexpr unsigned width = 32;

class Assembler {
  public:
    explicit Assembler(const std::string& name, bool fenced)
        : builder_(name, "PPC"), pool_(builder_.exprs()), fenced_(fenced) {}

    struct Value {
        Expr expr;
        ir::DepSet deps;
    };

    uint32_t variable(const std::string& name) {
        const auto number = objects_++;
        builder_.add_object({.name = name, .address = 0x1000 + 0x100 * number, .size = 4});
        return number;
    }
    void thread(const std::string& name) {
        thread_ = builder_.add_thread(name);
        guard_ = builder_.true_();
    }

    Expr number(uint64_t value) { return pool_.constant(width, value); }
    Value read(uint32_t variable) {
        const ir::EventId event = builder_.read(thread_, access(variable));
        return {builder_.value_of(event), builder_.deps().single(pool_, event)};
    }
    void write(uint32_t variable, uint64_t value) {
        builder_.write(thread_, access(variable), number(value), {});
    }
    void write(uint32_t variable, const Value& value) {
        builder_.write(thread_, access(variable), value.expr, value.deps);
    }
    void add_atomically(uint32_t variable, uint64_t amount) {
        ir::Access part = access(variable);
        part.exclusive = true;
        const ir::EventId event = builder_.read(thread_, part);
        const auto deps = builder_.deps().single(pool_, event);
        builder_.write(thread_, part, pool_.make(Op::Add, builder_.value_of(event), number(amount)),
                       deps, deps);
    }
    void fence() {
        if (fenced_) builder_.fence(thread_, ir::FenceKind::Sync, guard_, {});
    }

    Value equal(const Value& a, uint64_t b) {
        return {pool_.make(Op::Eq, a.expr, number(b)), a.deps};
    }
    Value less(const Value& a, uint64_t b) {
        return {pool_.make(Op::Ult, a.expr, number(b)), a.deps};
    }
    Value negation(const Value& a) { return {pool_.negation(a.expr), a.deps}; }
    Value both(const Value& a, const Value& b) {
        return {pool_.conjunction(a.expr, b.expr), builder_.deps().unite(pool_, a.deps, b.deps)};
    }
    Value either(const Value& a, const Value& b) {
        return {pool_.disjunction(a.expr, b.expr), builder_.deps().unite(pool_, a.deps, b.deps)};
    }

    /// body only if the condition holds.
    template <class Body>
    void when(const Value& condition, Body body) {
        builder_.branch(thread_, guard_, condition.expr, condition.deps, {});
        const Expr before = guard_;
        guard_ = pool_.conjunction(before, condition.expr);
        body();
        const Expr skipped = pool_.conjunction(before, pool_.negation(condition.expr));
        guard_ = pool_.disjunction(guard_, skipped);
    }
    /// Evaluates body up to `spins` times until it gives true; a thread that never sees that
    /// is blocked. `between` runs before each repetition.
    template <class Body, class Between>
    void until(unsigned spins, Body body, Between between) {
        Expr left = pool_.bool_const(false);
        const Expr start = guard_;
        for (unsigned i = 0; i < spins; ++i) {
            if (i > 0) between();
            const Value condition = body();
            builder_.branch(thread_, guard_, condition.expr, condition.deps, {});
            left = pool_.disjunction(left, pool_.conjunction(guard_, condition.expr));
            guard_ = pool_.conjunction(guard_, pool_.negation(condition.expr));
        }
        builder_.assume(thread_, start, left, {}, {});
        guard_ = left;
    }
    template <class Body>
    void until(unsigned spins, Body body) {
        until(spins, body, [] {});
    }

    /// Sets `busy` to its own number and asserts to find it there.
    void critical_section(uint32_t busy, uint64_t who) {
        write(busy, who);
        const Value seen = equal(read(busy), who);
        builder_.assertion(thread_, guard_, seen.expr, seen.deps, {});
        guard_ = pool_.conjunction(guard_, seen.expr);
    }

    void end_thread() { builder_.set_completed(thread_, guard_); }
    ir::Program finish() { return std::move(builder_).finish(); }

  private:
    ir::Access access(uint32_t variable) {
        return {
            .guard = guard_, .address = pool_.constant(64, 0x1000 + 0x100 * variable), .size = 4};
    }

    ir::Builder builder_;
    ir::ExprPool& pool_;
    const bool fenced_;
    uint32_t objects_ = 0;
    ir::ThreadId thread_ = 0;
    Expr guard_;
};

}  // namespace

ir::Program sb_writes(unsigned writes, bool fenced) {
    Assembler a(fmt::format("SB+{}W{}", writes, fenced ? "+syncs" : ""), fenced);
    const uint32_t flag[2] = {a.variable("x"), a.variable("y")};
    const uint32_t z = a.variable("z");
    for (unsigned t = 0; t < 2; ++t) {
        a.thread(fmt::format("P{}", t));
        a.write(flag[t], 1);
        a.fence();
        a.when(a.equal(a.read(flag[1 - t]), 0), [&] {
            for (unsigned i = 0; i < writes; ++i) a.write(z, 1);
        });
        a.end_thread();
    }
    return a.finish();
}

ir::Program lb_data() {
    Assembler a("LB+data", false);
    const uint32_t x = a.variable("x"), y = a.variable("y");
    a.thread("P");
    a.write(y, a.read(x));
    a.end_thread();
    a.thread("Q");
    a.read(y);
    a.write(x, 1);
    a.end_thread();
    return a.finish();
}

ir::Program peterson(unsigned rounds, unsigned spins, bool fenced) {
    Assembler a("peterson", fenced);
    const uint32_t flag[2] = {a.variable("flag0"), a.variable("flag1")};
    const uint32_t turn = a.variable("turn"), busy = a.variable("busy");
    for (unsigned t = 0; t < 2; ++t) {
        a.thread(fmt::format("P{}", t));
        for (unsigned round = 0; round < rounds; ++round) {
            a.write(flag[t], 1);
            a.fence();
            a.write(turn, 1 - t);
            a.fence();
            a.until(spins, [&] {
                const auto other = a.equal(a.read(flag[1 - t]), 0);
                a.fence();
                return a.either(other, a.equal(a.read(turn), t));
            });
            a.fence();
            a.critical_section(busy, t + 1);
            a.fence();
            a.write(flag[t], 0);
            a.fence();
        }
        a.end_thread();
    }
    return a.finish();
}

ir::Program dekker(unsigned rounds, unsigned spins, bool fenced) {
    Assembler a("dekker", fenced);
    const uint32_t flag[2] = {a.variable("flag0"), a.variable("flag1")};
    const uint32_t turn = a.variable("turn"), busy = a.variable("busy");
    for (unsigned t = 0; t < 2; ++t) {
        a.thread(fmt::format("P{}", t));
        for (unsigned round = 0; round < rounds; ++round) {
            a.write(flag[t], 1);
            a.fence();
            a.until(
                spins, [&] { return a.equal(a.read(flag[1 - t]), 0); },
                [&] {
                    a.when(a.negation(a.equal(a.read(turn), t)), [&] {
                        a.write(flag[t], 0);
                        a.fence();
                        a.until(spins, [&] { return a.equal(a.read(turn), t); });
                        a.write(flag[t], 1);
                        a.fence();
                    });
                });
            a.fence();
            a.critical_section(busy, t + 1);
            a.fence();
            a.write(turn, 1 - t);
            a.fence();
            a.write(flag[t], 0);
            a.fence();
        }
        a.end_thread();
    }
    return a.finish();
}

ir::Program szymanski(unsigned rounds, unsigned spins, bool fenced) {
    Assembler a("szymanski", fenced);
    const uint32_t flag[2] = {a.variable("flag0"), a.variable("flag1")};
    const uint32_t busy = a.variable("busy");
    for (unsigned t = 0; t < 2; ++t) {
        a.thread(fmt::format("P{}", t));
        for (unsigned round = 0; round < rounds; ++round) {
            a.write(flag[t], 1);
            a.fence();
            a.until(spins, [&] { return a.less(a.read(flag[1 - t]), 3); });
            a.fence();
            a.write(flag[t], 3);
            a.fence();
            a.when(a.equal(a.read(flag[1 - t]), 1), [&] {
                a.write(flag[t], 2);
                a.fence();
                a.until(spins, [&] { return a.equal(a.read(flag[1 - t]), 4); });
            });
            a.fence();
            a.write(flag[t], 4);
            a.fence();
            if (t == 1) a.until(spins, [&] { return a.less(a.read(flag[0]), 2); });
            a.fence();
            a.critical_section(busy, t + 1);
            a.fence();
            if (t == 0)
                a.until(spins, [&] {
                    const auto other = a.read(flag[1]);
                    return a.either(a.less(other, 2), a.negation(a.less(other, 4)));
                });
            a.write(flag[t], 0);
            a.fence();
        }
        a.end_thread();
    }
    return a.finish();
}

ir::Program lamport(unsigned rounds, unsigned spins, bool fenced) {
    Assembler a("lamport", fenced);
    const uint32_t b[2] = {a.variable("b0"), a.variable("b1")};
    const uint32_t x = a.variable("x"), y = a.variable("y"), busy = a.variable("busy");
    for (unsigned t = 0; t < 2; ++t) {
        a.thread(fmt::format("P{}", t));
        for (unsigned round = 0; round < rounds; ++round) {
            a.write(b[t], 1);
            a.fence();
            a.write(x, t + 1);
            a.fence();
            a.until(spins, [&] { return a.equal(a.read(y), 0); });
            a.write(y, t + 1);
            a.fence();
            a.when(a.negation(a.equal(a.read(x), t + 1)), [&] {
                a.write(b[t], 0);
                a.fence();
                a.until(spins, [&] { return a.equal(a.read(b[1 - t]), 0); });
                a.fence();
                a.until(spins, [&] { return a.equal(a.read(y), t + 1); });
            });
            a.fence();
            a.critical_section(busy, t + 1);
            a.fence();
            a.write(y, 0);
            a.fence();
            a.write(b[t], 0);
            a.fence();
        }
        a.end_thread();
    }
    return a.finish();
}

ir::Program increments(unsigned threads, unsigned rounds) {
    Assembler a("increments", false);
    const uint32_t counter = a.variable("counter");
    for (unsigned t = 0; t < threads; ++t) {
        a.thread(fmt::format("P{}", t));
        for (unsigned round = 0; round < rounds; ++round) a.add_atomically(counter, 1);
        a.end_thread();
    }
    return a.finish();
}

}  // namespace fencepost::benchmarks
