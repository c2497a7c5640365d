// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
#include "tests/fuzz/lock_program.h"

#include <string>
#include <vector>

#include "tests/fuzz/random.h"

namespace fencepost::fuzz {

using ir::Expr;

LockProgram::LockProgram() : b_("locks", "test") {
    b_.add_object({.name = "m", .address = mutexes, .size = 16});
    b_.add_object({.name = "x", .address = data, .size = 16});
}

void LockProgram::add_thread() {
    thread_ = b_.add_thread("P" + std::to_string(count_++));
    guard_ = b_.true_();
}

void LockProgram::lock(unsigned mutex, bool waits) {
    ir::Access how = mutex_access(mutex);
    how.exclusive = true;
    const ir::EventId read = waits ? b_.lock(thread_, how) : b_.read(thread_, how);
    const Expr free = pool().make(ir::Op::Eq, b_.value_of(read), pool().constant(32, 0));
    const ir::DepSet deps = b_.deps().single(pool(), read);
    b_.branch(thread_, guard_, free, deps, {});
    how.guard = pool().conjunction(guard_, free);
    b_.take(thread_, how, deps);
    guard_ = how.guard;
    if (waits) b_.set_completed(thread_, guard_);
    fence(ir::FenceKind::Full);
}

void LockProgram::unlock(unsigned mutex) {
    fence(ir::FenceKind::Full);
    b_.unlock(thread_, mutex_access(mutex));
}

void LockProgram::initialise(unsigned mutex) {
    b_.write(thread_, mutex_access(mutex), pool().constant(32, 0), {});
}

void LockProgram::fence(ir::FenceKind kind) { b_.fence(thread_, kind, guard_, {}); }

void LockProgram::increment(unsigned place) {
    const ir::EventId read = load(place);
    store(place, pool().make(ir::Op::Add, b_.value_of(read), pool().constant(64, 1)),
          b_.deps().single(pool(), read));
}

ir::EventId LockProgram::load(unsigned place) {
    const ir::EventId read = b_.read(thread_, access(place));
    b_.observe("r" + std::to_string(read), b_.value_of(read));
    return read;
}

void LockProgram::store(unsigned place, Expr value, ir::DepSet deps) {
    b_.write(thread_, access(place), value, deps);
}

void LockProgram::expect(unsigned place, uint64_t value) {
    const ir::EventId read = b_.read(thread_, access(place));
    const Expr is_so = pool().make(ir::Op::Eq, b_.value_of(read), pool().constant(64, value));
    b_.assume(thread_, guard_, is_so, b_.deps().single(pool(), read), {});
    guard_ = pool().conjunction(guard_, is_so);
    b_.set_completed(thread_, guard_);
}

Expr LockProgram::final_is(unsigned place, uint64_t value) {
    return pool().make(ir::Op::Eq, pool().final_value(64, data + 8 * place),
                       pool().constant(64, value));
}

ir::Program LockProgram::finish(Expr proposition) {
    b_.set_condition({ir::Quantifier::Exists, proposition, "as wanted"});
    return std::move(b_).finish();
}

ir::Access LockProgram::mutex_access(unsigned mutex) {
    return {.guard = guard_, .address = pool().constant(64, mutexes + 4 * mutex), .size = 4};
}

ir::Access LockProgram::access(unsigned place) {
    return {.guard = guard_, .address = pool().constant(64, data + 8 * place), .size = 8};
}

ir::Program counters(unsigned threads, unsigned sections) {
    LockProgram p;
    for (unsigned t = 0; t < threads; ++t) {
        p.add_thread();
        for (unsigned s = 0; s < sections; ++s) {
            p.lock(0);
            p.increment(0);
            p.unlock(0);
        }
    }
    return p.finish(p.pool().negation(p.final_is(0, uint64_t{threads} * sections)));
}

ir::Program random_lock_program(uint64_t seed, const LockRecipe& recipe) {
    Random random(seed);
    LockProgram p;
    const unsigned threads = 2 + random.below(recipe.max_threads - 1);
    unsigned left = recipe.max_steps / 2 + random.below(recipe.max_steps / 2 + 1);
    const bool initialises = random.chance(10);
    for (unsigned t = 0; t < threads; ++t) {
        p.add_thread();
        std::vector<unsigned> held;
        for (unsigned steps = 1 + random.below(7 - threads); steps > 0 && left > 0; --steps) {
            --left;
            const unsigned what = random.below(12);
            if (what < 5) {
                held.push_back(random.chance(3) ? 1 : 0);
                p.lock(held.back(), !recipe.trylocks || !random.chance(4));
            } else if (what < 7 && !held.empty()) {
                p.unlock(held.back());
                held.pop_back();
            } else if (what == 7 && recipe.misuse && random.chance(2)) {
                p.unlock(random.below(2));
            } else if (what == 7 && initialises) {
                p.initialise(random.below(2));
            } else if (what == 7) {
                p.store(random.below(2), p.pool().constant(64, 1 + random.below(2)), {});
            } else if (what < 9) {
                p.increment(random.below(2));
            } else if (what == 9) {
                p.expect(random.below(2), random.below(2));
            } else if (what == 10 && random.chance(2)) {
                p.fence(ir::FenceKind::Lwsync);
            } else {
                p.load(random.below(2));
            }
        }
        if (!random.chance(5))
            for (; !held.empty(); held.pop_back()) p.unlock(held.back());
    }
    return p.finish(p.final_is(0, 1 + random.below(2)));
}

}  // namespace fencepost::fuzz
