// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// The fuzzer of mutexes: engine `rsmc`, which explores them by sections, against the
// reference on random programs under all shipped models: counts, final states, and no trace
// twice.
//
//   fencepost_locks [--programs N] [--seed S] [--steps N]
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <set>

#include "explorers/enumerate/enumerate.h"
#include "explorers/rsmc/rsmc.h"
#include "ir/text.h"
#include "models/shipped.h"
#include "tests/fuzz/lock_program.h"

using namespace fencepost;

namespace {

/// The reference takes very long now and then.
constexpr auto patience = std::chrono::seconds(5);

bool agrees(uint64_t seed, const ir::Program& program, const models::Model& model) {
    ir::Limits limits;
    limits.deadline = std::chrono::steady_clock::now() + patience;
    const ir::Answer want = explorers::enumerate(program, model, {.executions = true}, limits);
    if (limits.exceeded() != nullptr) return true;
    std::set<std::vector<uint64_t>> seen;
    bool is_twice = false;
    explorers::RsmcObserver observer;
    observer.on_trace = [&](const ir::Execution& e) {
        is_twice |= !seen.insert(ir::identity(e)).second;
    };
    observer.on_restart = [&] { seen.clear(), is_twice = false; };
    const ir::Question question{
        .executions = true, .threads = static_cast<unsigned>(1 + seed % 2), .seed = seed % 5};
    const ir::Answer got = explorers::rsmc(program, model, question, {}, observer);
    if (!is_twice && got.verdict == want.verdict && got.executions == want.executions &&
        got.blocked == want.blocked && got.satisfying == want.satisfying &&
        got.states.size() == want.states.size())
        return true;
    fmt::print(
        "seed {} under {}: {} executions and {} blocked, the reference says {} and {}{}\n{}\n",
        seed, model.title, got.executions, got.blocked, want.executions, want.blocked,
        is_twice ? "; a trace twice" : "", ir::print_text(program));
    return false;
}

}  // namespace

int main(int argc, char** argv) {
    uint64_t programs = 500, first = 1;
    fuzz::LockRecipe recipe;
    CLI::App app("Compares engine rsmc with the reference on random programs with mutexes.");
    app.add_option("--programs", programs, "how many")->capture_default_str();
    app.add_option("--seed", first, "the first seed")->capture_default_str();
    app.add_option("--steps", recipe.max_steps, "steps at most")->check(CLI::Range(2, 40));
    app.add_option("--threads", recipe.max_threads, "threads at most")->check(CLI::Range(2, 5));
    CLI11_PARSE(app, argc, argv);
    std::vector<models::Model> all;
    for (const models::ShippedModel& m : models::shipped_models())
        all.push_back(models::load_model(std::string(m.name)));
    int failures = 0;
    for (uint64_t seed = first; seed < first + programs && failures < 5; ++seed) {
        recipe.trylocks = seed % 8 == 0;
        recipe.misuse = seed % 8 == 1;
        const ir::Program program = fuzz::random_lock_program(seed, recipe);
        for (const models::Model& model : all) failures += !agrees(seed, program, model);
    }
    fmt::print("locks: {} programs from seed {}, {} failures\n", programs, first, failures);
    return failures == 0 ? 0 : 1;
}
