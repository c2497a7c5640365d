// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// The differential fuzzer: random programs, the shipped models and mutants of them, every
// engine against the reference. A failure shrinks itself and is saved as a test in
// tests/regressions (an .ir file, and a .cat file when the model is a mutant).
//
//   fencepost_differential [--programs N] [--seed S] [--mutants] [--accesses N]
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
bool try_seed(uint64_t seed, bool mutants, const fuzz::RecipeLimits& limits) {
    const Subject subject = choose_model(seed, mutants);
    const auto compare = [&](const fuzz::Recipe& recipe) {
        return fuzz::any_difference(fuzz::cook(recipe, "random"), subject.model);
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
    fuzz::RecipeLimits limits;
    limits.max_accesses = 7;
    CLI::App app("Compares all engines with the reference on random programs.");
    app.add_option("--programs", programs, "how many")->capture_default_str();
    app.add_option("--seed", first, "the first seed")->capture_default_str();
    app.add_option("--accesses", limits.max_accesses, "accesses at most")->check(CLI::Range(3, 40));
    app.add_flag("--mutants", mutants, "mutate the models, too");
    CLI11_PARSE(app, argc, argv);
    int failures = 0;
    for (uint64_t seed = first; seed < first + programs && failures < 5; ++seed)
        if (!try_seed(seed, mutants, limits)) ++failures;
    fmt::print("differential: {} programs from seed {}, {} engines, {} failures\n", programs, first,
               portfolio::engines().size(), failures);
    return failures == 0 ? 0 : 1;
}
