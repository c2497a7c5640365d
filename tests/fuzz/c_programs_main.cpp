// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Random C programs. Concurrent ones: every engine gives the same verdict under every model, and
// variations that mean the same have the same verdict. Single-threaded ones: the lowered
// program computes what the compiled one computes. A failure is shrunk and printed; it
// belongs into tests/programs.
//
//   fencepost_c_programs [--programs N] [--seed S] [--only threads|values|variations]
#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "frontend/llvm/c_frontend.h"
#include "tests/fuzz/c_fuzz.h"

#ifdef FENCEPOST_LLVM

using namespace fencepost;

namespace {

constexpr uint64_t batch = 25;

bool try_threads(uint64_t seed, fuzz::CStatistics& statistics) {
    const fuzz::CThreads program = fuzz::random_threads(seed);
    const auto found = fuzz::differ(program, statistics);
    if (!found) return true;
    fmt::print("seed {}: {}\n", seed, *found);
    fuzz::CStatistics ignored;
    const fuzz::CThreads small = fuzz::shrink(program, [&](const fuzz::CThreads& p) {
        try {
            return fuzz::differ(p, ignored).has_value();
        } catch (const std::exception&) {
            return false;
        }
    });
    fmt::print("{}\n{}\n", fuzz::differ(small, ignored).value_or(*found), fuzz::to_c(small));
    return false;
}

bool try_variations(uint64_t seed, fuzz::CStatistics& statistics) {
    const fuzz::CThreads program = fuzz::random_threads(seed);
    const auto found = fuzz::vary(program, seed, statistics);
    if (!found) return true;
    fmt::print("seed {}: {}\n{}\n", seed, *found, fuzz::to_c(program));
    return false;
}

bool try_values(uint64_t first, uint64_t count, bool symbolic) {
    std::vector<fuzz::CValues> all;
    for (uint64_t i = 0; i < count; ++i) all.push_back(fuzz::random_values(first + i));
    const auto found = fuzz::differ(all, symbolic);
    if (found) fmt::print("{}\n", *found);
    return !found;
}

}  // namespace

int main(int argc, char** argv) {
    uint64_t programs = 300, first = 1;
    std::string only;
    CLI::App app("Random C programs: engines against each other, lowering against the compiler.");
    app.add_option("--programs", programs, "how many of each kind")->capture_default_str();
    app.add_option("--seed", first, "the first seed")->capture_default_str();
    app.add_option("--only", only, "threads, values or variations")
        ->check(CLI::IsMember({"threads", "values", "variations"}));
    CLI11_PARSE(app, argc, argv);
    int failures = 0;
    fuzz::CStatistics threads, variations;
    const auto wanted = [&](const char* kind) { return only.empty() || only == kind; };
    for (uint64_t seed = first; seed < first + programs && failures < 5; ++seed) {
        if (wanted("threads") && !try_threads(seed, threads)) ++failures;
        if (wanted("variations") && !try_variations(seed, variations)) ++failures;
        if (wanted("values") && (seed - first) % batch == 0 &&
            !try_values(seed, std::min(batch, first + programs - seed), seed / batch % 2 == 0))
            ++failures;
    }
    fmt::print("c_programs: {} programs of each kind from seed {}, {} failures\n", programs, first,
               failures);
    fmt::print("threads: {} questions, {} unsupported;", threads.questions, threads.unsupported);
    for (const auto& [engine, answers] : threads.answers) fmt::print(" {} {}", engine, answers);
    fmt::print("\nvariations: {} programs;", variations.questions);
    for (const auto& [kind, answers] : variations.answers) fmt::print(" {} {}", kind, answers);
    fmt::print("\n");
    return failures == 0 ? 0 : 1;
}

#else

int main() { fmt::print("c_programs: this build has no C frontend\n"); }

#endif
