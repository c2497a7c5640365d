// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Damaged inputs: litmus tests, models and programs in text form, taken from the project's
// own and mutated. The only allowed ends are success and an InputError or Unsupported that
// says something; a crash, another exception or more than a few seconds is a failure (the
// alarm ends the process, the input is in the file that is named first).
//
//   fencepost_inputs [--inputs N] [--seed S]
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "frontend/litmus/litmus.h"
#include "ir/errors.h"
#include "ir/text.h"
#include "models/parse.h"
#include "models/shipped.h"
#include "portfolio/engine.h"
#include "tests/fuzz/mutate.h"
#include "tests/fuzz/recipe.h"

using namespace fencepost;
namespace fs = std::filesystem;

namespace {

constexpr unsigned seconds_per_input = 20;

std::vector<std::string> read_all(const fs::path& folder, const std::string& extension) {
    std::vector<fs::path> paths;
    for (const auto& entry : fs::recursive_directory_iterator(folder))
        if (entry.path().extension() == extension) paths.push_back(entry.path());
    std::sort(paths.begin(), paths.end());
    std::vector<std::string> texts;
    for (const fs::path& path : paths) {
        std::ostringstream text;
        text << std::ifstream(path).rdbuf();
        texts.push_back(text.str());
    }
    return texts;
}

ir::Limits briefly() {
    ir::Limits limits;
    limits.deadline = std::chrono::steady_clock::now() + std::chrono::milliseconds(30);
    return limits;
}

void run_program(const ir::Program& program, const models::Model& model) {
    for (const portfolio::Engine& engine : portfolio::engines())
        portfolio::run(engine, program, model, {}, briefly());
}

/// What the fuzzer needs to make and to judge inputs.
class Inputs {
  public:
    Inputs() {
        const fs::path root = FENCEPOST_SOURCE_DIR;
        litmus_ = read_all(root / "tests" / "litmus", ".litmus");
        cats_ = read_all(root / "models", ".cat");
        for (uint64_t seed = 0; seed < 50; ++seed)
            texts_.push_back(ir::print_text(fuzz::cook(fuzz::random_recipe(seed), "random")));
        for (const models::ShippedModel& shipped : models::shipped_models())
            models_.push_back(models::load_model(std::string(shipped.name)));
        subject_.emplace(frontend::parse_litmus(litmus_.at(0), "subject.litmus"));
    }

    /// Makes the input first, so that it can be saved before it does harm.
    std::string make(uint64_t seed) {
        fuzz::Random random(seed);
        const auto& pool = seed % 3 == 0 ? cats_ : seed % 6 == 1 ? texts_ : litmus_;
        return fuzz::damage(pool[random.below(static_cast<uint32_t>(pool.size()))], litmus_,
                            random);
    }

    /// True if it was accepted.
    bool run(uint64_t seed, const std::string& text) {
        try {
            if (seed % 3 == 0) {
                run_program(*subject_, models::parse_model(text, "fuzz.cat"));
            } else if (seed % 6 == 1) {
                const ir::Program program = ir::parse_text(text, "fuzz.ir");
                if (ir::print_text(ir::parse_text(ir::print_text(program), "again.ir")) !=
                    ir::print_text(program))
                    throw std::runtime_error("the text form does not round-trip");
                run_program(program, models_[seed % models_.size()]);
            } else {
                run_program(frontend::parse_litmus(text, "fuzz.litmus"),
                            models_[seed % models_.size()]);
            }
            return true;
        } catch (const ir::LocatedError& error) {
            if (error.message().empty()) throw std::runtime_error("an error without a message");
            return false;
        }
    }

  private:
    std::vector<std::string> litmus_, cats_, texts_;
    std::vector<models::Model> models_;
    std::optional<ir::Program> subject_;
};

}  // namespace

int main(int argc, char** argv) {
    uint64_t count = 10000, first = 1;
    CLI::App app("Feeds damaged inputs to the parsers and engines.");
    app.add_option("--inputs", count, "how many")->capture_default_str();
    app.add_option("--seed", first, "the first seed")->capture_default_str();
    CLI11_PARSE(app, argc, argv);
    Inputs inputs;
    const fs::path saved = fs::temp_directory_path() / fmt::format("fencepost-fuzz-{}", getpid());
    fmt::print("inputs: the current input is in {}\n", saved.string());
    uint64_t accepted = 0;
    for (uint64_t seed = first; seed < first + count; ++seed) {
        const std::string text = inputs.make(seed);
        std::ofstream(saved) << text;
        alarm(seconds_per_input);
        try {
            if (inputs.run(seed, text)) ++accepted;
        } catch (const std::exception& error) {
            fmt::print("inputs: seed {}: {}\n", seed, error.what());
            return 1;
        }
        alarm(0);
    }
    fs::remove(saved);
    fmt::print("inputs: {} inputs from seed {}, {} accepted, no crash, no hang\n", count, first,
               accepted);
    return 0;
}
