// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Fixed seeds of the differential fuzzer, every program that once failed, and the fuzzer's
// own parts.
#include <fmt/format.h>

#include <catch2/catch_test_macros.hpp>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "ir/errors.h"
#include "ir/text.h"
#include "models/parse.h"
#include "models/shipped.h"
#include "tests/fuzz/differential.h"
#include "tests/fuzz/mutate.h"
#include "tests/fuzz/shrink.h"

using namespace fencepost;
namespace fs = std::filesystem;

TEST_CASE("engines agree with the reference on random programs", "[fuzz][differential]") {
    for (const models::ShippedModel& shipped : models::shipped_models()) {
        const models::Model model = models::load_model(std::string(shipped.name));
        for (uint64_t seed = 0; seed < 300; ++seed) {
            const ir::Program program = fuzz::cook(fuzz::random_recipe(seed), "random");
            CAPTURE(shipped.name, seed);
            CHECK(fuzz::any_difference(program, model).value_or("") == "");
        }
    }
}

TEST_CASE("programs on which engines once differed", "[fuzz][differential]") {
    const fs::path folder = fs::path(FENCEPOST_SOURCE_DIR) / "tests" / "regressions";
    for (const auto& entry : fs::directory_iterator(folder)) {
        if (entry.path().extension() != ".ir") continue;
        std::ostringstream text;
        text << std::ifstream(entry.path()).rdbuf();
        const ir::Program program = ir::parse_text(text.str(), entry.path().string());
        std::vector<std::string> tried;
        for (const models::ShippedModel& shipped : models::shipped_models())
            tried.emplace_back(shipped.name);
        // The model of the failure, if it was not a shipped one.
        fs::path own = entry.path();
        if (fs::exists(own.replace_extension(".cat"))) tried.push_back(own.string());
        for (const std::string& name : tried) {
            CAPTURE(entry.path().filename().string(), name);
            CHECK(fuzz::any_difference(program, models::load_model(name)).value_or("") == "");
        }
    }
}

TEST_CASE("stronger models allow less", "[fuzz][metamorphic]") {
    const models::Model sc = models::load_model("sc"), tso = models::load_model("tso"),
                        pso = models::load_model("pso");
    const portfolio::Engine& engine = *portfolio::find_engine("enumerate");
    for (uint64_t seed = 1000; seed < 1300; ++seed) {
        const ir::Program program = fuzz::cook(fuzz::random_recipe(seed), "random");
        const auto count = [&](const models::Model& model) {
            return portfolio::run(engine, program, model, {.executions = true}, {}).executions;
        };
        CAPTURE(seed);
        CHECK(count(sc) <= count(tso));
        CHECK(count(tso) <= count(pso));
    }
}

TEST_CASE("shrinking keeps the failure and nothing else", "[fuzz][shrink]") {
    const auto fails = [](const fuzz::Recipe& recipe) {
        int writes = 0;
        for (const auto& thread : recipe.threads)
            for (const fuzz::Step& step : thread)
                if (step.kind == fuzz::StepKind::Write) ++writes;
        return writes >= 2;
    };
    for (uint64_t seed = 0; seed < 20; ++seed) {
        const fuzz::Recipe start = fuzz::random_recipe(seed);
        if (!fails(start)) continue;
        const fuzz::Recipe small = fuzz::shrink(start, fails);
        size_t steps = 0;
        for (const auto& thread : small.threads) steps += thread.size();
        CHECK(fails(small));
        CHECK(steps == 2);
        CHECK_FALSE(small.spawn);
    }
}

TEST_CASE("many mutated models still parse", "[fuzz][mutate]") {
    fuzz::Random random(7);
    int parsed = 0;
    for (int i = 0; i < 200; ++i) {
        const auto& shipped = models::shipped_models()[random.below(4)];
        try {
            models::parse_model(fuzz::mutate_model(std::string(shipped.text), random), "mutant.cat",
                                {});
            ++parsed;
        } catch (const ir::LocatedError&) {
        }
    }
    CHECK(parsed > 100);
}
