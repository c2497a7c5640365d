// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Mutexes: all engines against the reference on small programs with locks, under every
// shipped model, verdicts and counts. The programs are those of tests/fuzz/lock_program.h, with
// trylocks and unlocks of what others hold.
#include <catch2/catch_test_macros.hpp>
#include <chrono>
#include <string>

#include "explorers/enumerate/enumerate.h"
#include "ir/errors.h"
#include "ir/text.h"
#include "models/analysis.h"
#include "models/parse.h"
#include "models/shipped.h"
#include "portfolio/engine.h"
#include "tests/fuzz/lock_program.h"
#include "tests/fuzz/mutate.h"
#include "tests/fuzz/random.h"
#include "witness/replay.h"

using namespace fencepost;
using fuzz::counters;
using fuzz::LockProgram;

namespace {

constexpr uint64_t mutexes = LockProgram::mutexes;

/// Everything the fuzzer knows, small enough for all engines.
ir::Program random_program(uint64_t seed) {
    return fuzz::random_lock_program(
        seed, {.max_threads = 3, .max_steps = 9, .trylocks = true, .misuse = seed % 2 == 0});
}

/// Models in which mutexes order less than they should, or nothing: what follows from sections
/// must come from the model.
constexpr const char* weaker_models[] = {
    R"("nothing but coherence"
acyclic po-loc | rf | co | fr as coherence
empty rmw & (fre ; coe) as atomicity)",
    R"("no order of reads"
let fence = WW(fencerel(FULL)) | RW(fencerel(FULL))
acyclic po-loc | rf | co | fr as coherence
empty rmw & (fre ; coe) as atomicity
acyclic fence | rfe | co | fr as order)",
    R"("no propagation"
acyclic po-loc | rf | co | fr as coherence
empty rmw & (fre ; coe) as atomicity
let hb = MM(fencerel(FULL)) | rfe
acyclic hb as hb
irreflexive fre ; hb+ as observation)",
    R"("no observation"
acyclic po-loc | rf | co | fr as coherence
empty rmw & (fre ; coe) as atomicity
let hb = MM(fencerel(FULL)) | rfe
let com = rf | co | fr
acyclic hb as hb
acyclic co | (com* ; MM(fencerel(FULL)) ; hb*) as propagation)",
    R"("no atomicity"
acyclic po | rf | co | fr as sc)",
};

void compare(const ir::Program& program, const portfolio::Engine& engine,
             const models::Model& model, const ir::Answer& expected) {
    CAPTURE(engine.name, model.title);
    const ir::Answer decided = portfolio::run(engine, program, model, {}, {});
    REQUIRE(decided.verdict == expected.verdict);
    const ir::Answer counted = portfolio::run(engine, program, model, {.executions = true}, {});
    CHECK(counted.executions == expected.executions);
    CHECK(counted.satisfying == expected.satisfying);
    CHECK(counted.blocked == expected.blocked);
    CHECK(counted.states.size() == expected.states.size());
}

models::Model model(const char* name) { return models::load_model(name); }

}  // namespace

TEST_CASE("sections exclude each other, once for each order", "[mutex]") {
    const struct {
        unsigned threads, sections;
        uint64_t orders;
    } shapes[] = {{2, 1, 2}, {3, 1, 6}, {2, 2, 6}};
    for (const auto& shape : shapes) {
        const ir::Program program = counters(shape.threads, shape.sections);
        REQUIRE(ir::print_text(ir::parse_text(ir::print_text(program), "x.ir")) ==
                ir::print_text(program));
        for (const char* name : {"sc", "tso", "pso", "power"}) {
            for (const portfolio::Engine& engine : portfolio::engines()) {
                if (engine.name == "enumerate" && shape.orders > 2) continue;  // slow
                CAPTURE(engine.name, name, shape.threads, shape.sections);
                const ir::Answer answer =
                    portfolio::run(engine, program, model(name), {.executions = true}, {});
                CHECK(answer.executions == shape.orders);
                CHECK(answer.blocked == 0);
                CHECK_FALSE(answer.satisfied);
            }
        }
    }
}

TEST_CASE("three times three sections are no effort", "[mutex]") {
    const ir::Program program = counters(3, 3);
    for (const char* name : {"sc", "tso", "pso", "power"}) {
        for (const char* engine : {"sat", "ord"}) {
            CAPTURE(engine, name);
            ir::Limits limits;  // generous: it takes about a second
            limits.deadline = std::chrono::steady_clock::now() + std::chrono::seconds(120);
            const ir::Answer answer =
                portfolio::run(*portfolio::find_engine(engine), program, model(name), {}, limits);
            CHECK(answer.verdict == ir::Verdict::Violated);  // `exists` a wrong sum
            CHECK(answer.refuted);
        }
    }
}

TEST_CASE("a lock waits only for a mutex that is never freed", "[mutex]") {
    LockProgram p;  // both take m0 and m1, in different order
    for (unsigned first : {0u, 1u}) {
        p.add_thread();
        p.lock(first);
        p.lock(1 - first);
        p.increment(0);
        p.unlock(1 - first);
        p.unlock(first);
    }
    const ir::Program program = p.finish(p.final_is(0, 2));
    for (const char* name : {"sc", "tso", "pso", "power"}) {
        for (const portfolio::Engine& engine : portfolio::engines()) {
            CAPTURE(engine.name, name);
            const ir::Answer answer =
                portfolio::run(engine, program, model(name), {.executions = true}, {});
            CHECK(answer.executions == 2);
            CHECK(answer.blocked == 1);  // the deadlock
            CHECK(answer.satisfied);
            CHECK_FALSE(answer.refuted);
        }
    }
}

TEST_CASE("a replayed lock does not wait for a mutex that was freed", "[mutex][witness]") {
    const ir::Program program = counters(2, 1);
    const ir::Answer answer = explorers::enumerate(program, model("sc"), {.executions = true}, {});
    REQUIRE(answer.executions == 2);
    LockProgram p;
    p.add_thread();
    p.lock(0);
    p.unlock(0);
    p.add_thread();
    p.lock(0);
    const ir::Program waiting = p.finish(p.pool().bool_const(true));
    // P1 finds the mutex taken by P0, although P0 frees it.
    const ir::EventId take = 2, unlock = 5, lock = 6;
    REQUIRE(waiting.event(lock).kind == ir::EventKind::Lock);
    REQUIRE(waiting.event(unlock).kind == ir::EventKind::Unlock);
    ir::Execution execution;
    const size_t n = waiting.events().size();
    execution.executed.assign(n, 0);
    execution.value.assign(n, 0);
    execution.address.assign(n, 0);
    execution.rf.assign(n, ir::no_event);
    for (ir::EventId id = 0; id <= lock + 1; ++id) {
        execution.executed[id] = 1;
        if (waiting.event(id).is_access()) execution.address[id] = mutexes;
    }
    execution.value[1] = 1;  // the branch
    execution.value[take] = execution.value[lock] = 1;
    execution.rf[0] = ir::initial_write;
    execution.rf[lock] = take;
    execution.co = {{{mutexes, 4}, {take, unlock}}};
    const auto flaw = witness::find_flaw(waiting, model("sc"), execution, witness::Claim::Allowed);
    REQUIRE(flaw);
    CHECK(flaw->find("waits") != std::string::npos);
}

TEST_CASE("random programs with locks", "[mutex][fuzz]") {
    for (uint64_t seed = 1; seed <= 24; ++seed) {
        CAPTURE(seed);
        const ir::Program program = random_program(seed);
        for (const char* name : {"sc", "tso", "pso", "power"}) {
            const models::Model loaded = model(name);
            const ir::Answer expected =
                explorers::enumerate(program, loaded, {.executions = true}, {});
            for (const portfolio::Engine& engine : portfolio::engines())
                if (engine.name != "enumerate") compare(program, engine, loaded, expected);
        }
    }
}

TEST_CASE("random programs with locks under models that order less", "[mutex][fuzz]") {
    for (const char* text : weaker_models) {
        const models::Model weak = models::parse_model(text, "weak.cat");
        for (uint64_t seed = 1; seed <= 12; ++seed) {
            CAPTURE(seed);
            const ir::Program program = random_program(seed);
            const ir::Answer expected =
                explorers::enumerate(program, weak, {.executions = true}, {});
            for (const char* name : {"sat", "ord", "smt"})
                compare(program, *portfolio::find_engine(name), weak, expected);
        }
    }
}

TEST_CASE("random programs with locks under mutated models", "[mutex][fuzz]") {
    unsigned models = 0;
    for (uint64_t seed = 1; seed <= 40; ++seed) {
        CAPTURE(seed);
        fuzz::Random random(seed);
        const auto& shipped = models::shipped_models();
        const std::string text = fuzz::mutate_model(
            std::string(shipped[random.below(static_cast<uint32_t>(shipped.size()))].text), random);
        CAPTURE(text);
        const ir::Program program = random_program(1000 + seed);
        try {
            const models::Model mutant = models::parse_model(text, "mutant.cat");
            if (!models::implies_coherence(mutant)) continue;  // too many candidates
            const ir::Answer expected =
                explorers::enumerate(program, mutant, {.executions = true}, {});
            for (const char* name : {"sat", "ord"}) {
                const portfolio::Engine& engine = *portfolio::find_engine(name);
                if (portfolio::run(engine, program, mutant, {}, {}).unsupported) continue;
                compare(program, engine, mutant, expected);
                ++models;
            }
        } catch (const ir::InputError&) {
            // A mutant that is no model.
        } catch (const ir::Unsupported&) {
        }
    }
    CHECK(models > 10);
}
