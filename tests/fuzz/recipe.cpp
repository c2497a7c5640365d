// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Cooking: each thread keeps registers (value and dependencies) and a path guard, as a
// frontend does. Values are small so that executions collide; addresses are constants,
// fake dependencies (x + (r ^ r)) or real ones (a[r & 1]); recorded dependencies always
// cover what an expression is computed from, as frontends guarantee.
#include "tests/fuzz/recipe.h"

#include <fmt/format.h>

#include "ir/builder.h"
#include "tests/fuzz/random.h"

namespace fencepost::fuzz {

using ir::Builder;
using ir::DepSet;
using ir::EventId;
using ir::Expr;
using ir::FenceKind;
using ir::Op;

namespace {

constexpr uint8_t cell_size = 4;
constexpr unsigned cell_bits = 8 * cell_size;
constexpr uint64_t first_object = 0x1000;
constexpr uint64_t object_distance = 0x100;

StepKind random_kind(Random& random, const RecipeLimits& limits) {
    const uint32_t dice = random.below(100);
    if (dice < 30) return StepKind::Read;
    if (dice < 58) return StepKind::Write;
    if (dice < 70) return StepKind::Fence;
    if (dice < 75) return StepKind::Rmw;
    if (dice < 79) return limits.inputs ? StepKind::Exclusive : StepKind::Rmw;
    if (dice < 89) return StepKind::If;
    if (dice < 92) return StepKind::Assume;
    if (dice < 95) return limits.asserts ? StepKind::Assert : StepKind::Compute;
    return StepKind::Compute;
}

}  // namespace

Recipe random_recipe(uint64_t seed, const RecipeLimits& limits) {
    Random random(seed);
    Recipe recipe;
    const uint32_t threads = 2 + random.below(limits.max_threads - 1);
    recipe.objects = 1 + random.below(3);
    recipe.wide = random.chance(3) ? random.below(8) : 0;
    recipe.spawn = limits.spawn && random.chance(8);
    recipe.nondet_initial = limits.inputs && random.chance(10);
    recipe.condition = static_cast<uint32_t>(random.next());
    recipe.threads.resize(threads);
    uint32_t accesses = 3 + random.below(limits.max_accesses - 2);
    while (accesses > 0) {
        Step step{.kind = random_kind(random, limits),
                  .a = random.below(64),
                  .b = random.below(64),
                  .c = random.below(64),
                  .d = random.below(64)};
        if (step.kind == StepKind::Read || step.kind == StepKind::Write) --accesses;
        if (step.kind == StepKind::Rmw || step.kind == StepKind::Exclusive)
            accesses -= accesses > 1 ? 2 : 1;
        recipe.threads[random.below(threads)].push_back(step);
    }
    return recipe;
}

namespace {

struct Register {
    Expr value;
    DepSet deps;
};

class Cook {
  public:
    Cook(const Recipe& recipe, const std::string& name)
        : recipe_(recipe), builder_(name, "random"), pool_(builder_.exprs()) {}

    ir::Program cook() {
        add_objects();
        const auto count = static_cast<uint32_t>(recipe_.threads.size());
        for (uint32_t t = 0; t < count; ++t) builder_.add_thread(fmt::format("P{}", t));
        guards_.assign(count, builder_.true_());
        registers_.resize(count);
        if (recipe_.spawn)
            for (uint32_t t = 1; t < count; ++t) spawn(t);
        // Thread 0 last: it joins the others.
        for (uint32_t t = count; t-- > 0;) thread(t);
        condition();
        return std::move(builder_).finish();
    }

  private:
    Expr number(uint64_t value) { return pool_.constant(cell_bits, value); }
    bool is_wide(uint32_t object) const { return (recipe_.wide >> object & 1) != 0; }
    static uint64_t address_of(uint32_t object) { return first_object + object * object_distance; }

    void add_objects() {
        for (uint32_t i = 0; i < recipe_.objects; ++i) {
            ir::MemoryObject object{.name = std::string(1, static_cast<char>('x' + i)),
                                    .address = address_of(i),
                                    .size = is_wide(i) ? 2u * cell_size : cell_size};
            if (i == 1) object.cells.push_back({0, cell_size, number(1)});
            if (i == 0 && recipe_.nondet_initial) {
                const Expr input = builder_.add_input("initial", 1);
                object.cells.push_back({0, cell_size, pool_.zext(input, cell_bits)});
            }
            builder_.add_object(std::move(object));
        }
    }

    void spawn(uint32_t child) {
        builder_.create(0, guards_[0], child, {});
        builder_.begin(child);
    }

    void thread(uint32_t t) {
        steps(t, recipe_.threads[t]);
        if (recipe_.spawn && t > 0) builder_.end(t, guards_[t], pool_.constant(64, t), {}, {});
        if (recipe_.spawn && t == 0) {
            for (uint32_t child = 1; child < recipe_.threads.size(); ++child)
                guards_[0] = builder_.event(builder_.join(0, guards_[0], child, {})).guard;
        }
        builder_.set_completed(t, guards_[t]);
    }

    void steps(uint32_t t, const std::vector<Step>& list) {
        for (size_t i = 0; i < list.size(); ++i) {
            if (list[i].kind != StepKind::If) {
                step(t, list[i]);
                continue;
            }
            const size_t last = std::min(list.size(), i + 1 + 1 + list[i].a % 3);
            conditional(
                t, list[i],
                {list.begin() + static_cast<long>(i) + 1, list.begin() + static_cast<long>(last)});
            i = last - 1;
        }
    }

    /// Runs the steps under a condition and joins registers and guard behind them.
    void conditional(uint32_t t, const Step& s, const std::vector<Step>& body) {
        const auto [condition, deps] = test(t, s);
        builder_.branch(t, guards_[t], condition, deps, {});
        const Expr before = guards_[t];
        const std::vector<Register> old = registers_[t];
        guards_[t] = pool_.conjunction(before, condition);
        for (const Step& inner : body)
            if (inner.kind != StepKind::If) step(t, inner);
        const Expr otherwise = pool_.negation(condition);
        guards_[t] = pool_.disjunction(guards_[t], pool_.conjunction(before, otherwise));
        ir::DepPool& deps_pool = builder_.deps();
        for (size_t i = 0; i < registers_[t].size(); ++i) {
            Register& now = registers_[t][i];
            const Register was = i < old.size() ? old[i] : Register{number(0), {}};
            now.value = pool_.ite(condition, now.value, was.value);
            now.deps = deps_pool.unite(pool_, deps_pool.restrict(pool_, now.deps, condition),
                                       deps_pool.restrict(pool_, was.deps, otherwise));
        }
    }

    Register reg(uint32_t t, uint32_t which) {
        const auto& all = registers_[t];
        return all.empty() ? Register{number(which % 2), {}} : all[which % all.size()];
    }

    std::pair<Expr, DepSet> test(uint32_t t, const Step& s) {
        const Register r = reg(t, s.b);
        const Op op = s.d % 3 == 0 ? Op::Ult : Op::Eq;
        Expr condition = pool_.make(op, r.value, number(s.c % 3));
        if (s.d % 5 == 0) condition = pool_.negation(condition);
        return {condition, r.deps};
    }

    ir::Access access(uint32_t t, const Step& s) {
        const uint32_t object = s.a % recipe_.objects;
        const Register r = reg(t, s.b);
        ir::Access access{.guard = guards_[t], .address = {}, .size = cell_size};
        Expr offset = pool_.constant(64, 0);
        if (is_wide(object) && s.c % 3 == 0) {
            offset = pool_.zext(pool_.make(Op::And, r.value, number(1)), 64);
            offset = pool_.make(Op::Mul, offset, pool_.constant(64, cell_size));
            access.addr = r.deps;
        } else if (s.c % 3 == 1) {
            offset = pool_.zext(pool_.make(Op::Xor, r.value, r.value), 64);
            access.addr = r.deps;
        } else if (is_wide(object)) {
            offset = pool_.constant(64, s.d % 2 * cell_size);
        }
        access.address = pool_.make(Op::Add, pool_.constant(64, address_of(object)), offset);
        return access;
    }

    Register operand(uint32_t t, const Step& s) {
        const Register r = reg(t, s.b + 1);
        switch (s.d % 5) {
            case 0:
                return r;
            case 1:
                return {pool_.make(Op::Add, r.value, number(1)), r.deps};
            case 2:  // a fake data dependency
                return {pool_.make(Op::Add, pool_.make(Op::Xor, r.value, r.value), number(s.c % 3)),
                        r.deps};
            default:
                return {number(1 + s.c % 2), {}};
        }
    }

    void step(uint32_t t, const Step& s) {
        switch (s.kind) {
            case StepKind::Read: {
                const EventId read = builder_.read(t, access(t, s));
                add_register(t, read);
                return;
            }
            case StepKind::Write: {
                const Register value = operand(t, s);
                builder_.write(t, access(t, s), value.value, value.deps);
                return;
            }
            case StepKind::Fence: {
                constexpr FenceKind kinds[] = {
                    FenceKind::Sync,  FenceKind::Lwsync, FenceKind::Sync,   FenceKind::Lwsync,
                    FenceKind::Eieio, FenceKind::Isync,  FenceKind::Mfence, FenceKind::Full};
                builder_.fence(t, kinds[s.a % 8], guards_[t], {});
                return;
            }
            case StepKind::Rmw:
            case StepKind::Exclusive:
                return read_modify_write(t, s);
            case StepKind::Assume:
            case StepKind::Assert:
                return require(t, s);
            case StepKind::If:
                return;  // handled by steps()
            case StepKind::Compute: {
                const Register a = reg(t, s.a), b = reg(t, s.b);
                constexpr Op ops[] = {Op::Add, Op::Sub, Op::And, Op::Or, Op::Xor, Op::Mul};
                registers_[t].push_back({pool_.make(ops[s.c % 6], a.value, b.value),
                                         builder_.deps().unite(pool_, a.deps, b.deps)});
                return;
            }
        }
    }

    void add_register(uint32_t t, EventId read) {
        registers_[t].push_back({builder_.value_of(read), builder_.deps().single(pool_, read)});
    }

    void read_modify_write(uint32_t t, const Step& s) {
        ir::Access part = access(t, s);
        part.exclusive = true;
        const EventId read = builder_.read(t, part);
        add_register(t, read);
        const DepSet link = builder_.deps().single(pool_, read);
        Register value = operand(t, s);
        if (s.d % 2 == 0) value = {pool_.make(Op::Add, builder_.value_of(read), number(1)), link};
        if (s.kind == StepKind::Exclusive) {
            const Expr success = builder_.add_input("success", 1);
            part.guard = pool_.conjunction(part.guard, success);
        } else if (s.d % 7 == 0) {  // compare and exchange
            const Expr equal = pool_.make(Op::Eq, builder_.value_of(read), number(s.c % 2));
            builder_.branch(t, part.guard, equal, link, {});
            part.guard = pool_.conjunction(part.guard, equal);
        }
        builder_.write(t, part, value.value, value.deps, link);
    }

    void require(uint32_t t, const Step& s) {
        const auto [condition, deps] = test(t, s);
        if (s.kind == StepKind::Assume)
            builder_.assume(t, guards_[t], condition, deps, {});
        else
            builder_.assertion(t, guards_[t], condition, deps, {});
        guards_[t] = pool_.conjunction(guards_[t], condition);
    }

    void condition() {
        Random random(recipe_.condition);
        Expr proposition;
        const auto add = [&](std::string label, Expr value) {
            const Expr atom = pool_.make(Op::Eq, value, number(random.below(3)));
            proposition = !proposition.valid() ? atom
                          : random.chance(4)   ? pool_.disjunction(proposition, atom)
                                               : pool_.conjunction(proposition, atom);
            builder_.observe(std::move(label), value);
        };
        for (uint32_t t = 0; t < registers_.size(); ++t)
            for (size_t i = 0; i < registers_[t].size(); ++i)
                if (random.chance(2)) add(fmt::format("{}:r{}", t, i), registers_[t][i].value);
        for (uint32_t i = 0; i < recipe_.objects; ++i) {
            if (random.chance(2))
                add(fmt::format("[{}]", static_cast<char>('x' + i)),
                    pool_.final_value(cell_bits, address_of(i)));
        }
        if (!proposition.valid()) proposition = builder_.true_();
        const auto quantifier = static_cast<ir::Quantifier>(random.below(3));
        builder_.set_condition({quantifier, proposition, "random"});
    }

    const Recipe& recipe_;
    Builder builder_;
    ir::ExprPool& pool_;
    std::vector<Expr> guards_;
    std::vector<std::vector<Register>> registers_;
};

}  // namespace

ir::Program cook(const Recipe& recipe, const std::string& name) {
    return Cook(recipe, name).cook();
}

}  // namespace fencepost::fuzz
