// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// The differential fuzzer: random programs, the shipped models and mutants of them, every
// engine against the reference. A failure shrinks itself and is saved as a test in
// tests/regressions (an .ir file, and a .cat file when the model is a mutant).
//
//   fencepost_differential [--programs N] [--seed S] [--mutants] [--accesses N] [--engine NAME]
//
// Threads and the order of looking at things change from program to program.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <fstream>

#include "ir/errors.h"
#include "ir/text.h"
#include "models/parse.h"
#include "models/shipped.h"
#include "tests/fuzz/differential.h"
#include "tests/fuzz/mutate.h"
#include "tests/fuzz/shrink.h"

using namespace fencepost;

namespace {

struct Subject {
    std::string name;
    std::string text;
    models::Model model;
};

/// A shipped model, or every other time a mutant of one.
Subject choose_model(uint64_t seed, bool mutants) {
    fuzz::Random random(seed ^ 0xC0FFEE);
    const auto& shipped = models::shipped_models()[random.below(
        static_cast<uint32_t>(models::shipped_models().size()))];
    for (int attempt = 0; mutants && attempt < 10; ++attempt) {
        std::string text = fuzz::mutate_model(std::string(shipped.text), random);
        try {
            models::Model model = models::parse_model(text, "mutant.cat");
            return {"mutant", text, std::move(model)};
        } catch (const ir::LocatedError&) {
        }
    }
    return {std::string(shipped.name), std::string(shipped.text),
            models::load_model(std::string(shipped.name))};
}

void save(const fuzz::Recipe& recipe, const Subject& subject, uint64_t seed,
          const std::string& what) {
    const ir::Program program = fuzz::cook(recipe, fmt::format("seed-{}", seed));
    const std::string base =
        fmt::format("{}/tests/regressions/seed-{}", FENCEPOST_SOURCE_DIR, seed);
    std::ofstream(base + ".ir") << "# " << subject.name << ": " << what << "\n"
                                << ir::print_text(program);
    if (subject.name == "mutant") std::ofstream(base + ".cat") << subject.text;
    fmt::print("saved {}.ir\n", base);
}

/// True if all engines agree.
bool try_seed(uint64_t seed, bool mutants, const fuzz::RecipeLimits& limits,
              const portfolio::Engine* engine) {
    const Subject subject = choose_model(seed, mutants);
    const ir::Question question{.threads = static_cast<unsigned>(1 + seed / 3 % 4),
                                .seed = seed % 3 == 0 ? 0 : seed};
    const auto compare = [&](const fuzz::Recipe& recipe) {
        const ir::Program program = fuzz::cook(recipe, "random");
        return engine != nullptr ? fuzz::difference(*engine, program, subject.model, question)
                                 : fuzz::any_difference(program, subject.model, question);
    };
    const fuzz::Recipe recipe = fuzz::random_recipe(seed, limits);
    const auto found = compare(recipe);
    if (!found) return true;
    fmt::print("seed {} under {}: {}\n", seed, subject.name, *found);
    const fuzz::Recipe small =
        fuzz::shrink(recipe, [&](const fuzz::Recipe& r) { return compare(r).has_value(); });
    const std::string what = compare(small).value_or(*found);
    fmt::print("{}\n{}", what, ir::print_text(fuzz::cook(small, "shrunken")));
    save(small, subject, seed, what);
    return false;
}

}  // namespace

int main(int argc, char** argv) {
    uint64_t programs = 2000, first = 1;
    bool mutants = false;
    std::string name;
    fuzz::RecipeLimits limits;
    limits.max_accesses = 7;
    CLI::App app("Compares all engines with the reference on random programs.");
    app.add_option("--programs", programs, "how many")->capture_default_str();
    app.add_option("--seed", first, "the first seed")->capture_default_str();
    app.add_option("--accesses", limits.max_accesses, "accesses at most")->check(CLI::Range(3, 40));
    app.add_flag("--mutants", mutants, "mutate the models, too");
    app.add_option("--engine", name, "only this engine (default: all)");
    CLI11_PARSE(app, argc, argv);
    const portfolio::Engine* engine = portfolio::find_engine(name);
    if (engine == nullptr && !name.empty()) {
        fmt::print(stderr, "differential: no engine `{}`\n", name);
        return 2;
    }
    int failures = 0;
    for (uint64_t seed = first; seed < first + programs && failures < 5; ++seed)
        if (!try_seed(seed, mutants, limits, engine)) ++failures;
    fmt::print("differential: {} programs from seed {}, {} engines, {} failures\n", programs, first,
               engine != nullptr ? 1 : portfolio::engines().size(), failures);
    return failures == 0 ? 0 : 1;
}
