// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Every C program × every model × every engine against the expectation in the file:
//
//   // expect: bound=2 sc=safe! tso=unsafe pso=unsafe power=safe
//
//   unsafe    an assertion fails; the execution replays
//   safe!     holds, complete: no loop or recursion was cut
//   safe      holds up to the bound: something was cut
//   vacuous   as safe, but no execution runs to its end within the bound
//   unknown   unsupported, with file and line
//
// `property=P` asks about another property than `assert`; then an assertion of that kind fails.
//
// An engine may step aside (unsupported, out of time) as long as another one answers; one
// that answers must answer right. To add a test, add a file below tests/programs.
#ifdef FENCEPOST_LLVM

#include <algorithm>
#include <catch2/catch_template_test_macros.hpp>
#include <catch2/catch_test_macros.hpp>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include "frontend/llvm/c_frontend.h"
#include "ir/errors.h"
#include "ir/text.h"
#include "models/shipped.h"
#include "portfolio/engine.h"
#include "witness/replay.h"

using namespace fencepost;
namespace fs = std::filesystem;

namespace {

const char* const model_names[] = {"sc", "tso", "pso", "power"};

std::vector<fs::path> program_files() {
    std::vector<fs::path> files;
    const fs::path root = fs::path(FENCEPOST_SOURCE_DIR) / "tests/programs";
    for (const auto& entry : fs::recursive_directory_iterator(root))
        if (entry.path().extension() == ".c" || entry.path().extension() == ".cpp")
            files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    return files;
}

/// The words of the expect line; a file without one is a failing test.
std::map<std::string, std::string> expectation(const fs::path& path) {
    std::ifstream file(path);
    std::string line, marker = "// expect: ";
    std::getline(file, line);
    REQUIRE(line.starts_with(marker));
    std::istringstream words(line.substr(marker.size()));
    std::map<std::string, std::string> result;
    for (std::string word; words >> word;) {
        const size_t equal = word.find('=');
        REQUIRE(equal != std::string::npos);
        result[word.substr(0, equal)] = word.substr(equal + 1);
    }
    REQUIRE(result.contains("bound"));
    for (const char* model : model_names) REQUIRE(result.contains(model));
    if (!result.contains("property")) result["property"] = "assert";
    REQUIRE(ir::find_property(result["property"]).has_value());
    REQUIRE(result.size() == 6);
    return result;
}

ir::Limits limits(int seconds) {
    ir::Limits limits;
    limits.deadline = std::chrono::steady_clock::now() + std::chrono::seconds(seconds);
    return limits;
}

std::string word(const ir::Answer& answer) {
    if (answer.verdict == ir::Verdict::Violated) return "unsafe";
    return answer.bound_reached ? "safe" : "safe!";
}

void check_program(const frontend::CModule& module, const std::string& name, int bound,
                   ir::Property property, const std::string& expected) {
    const models::Model model = models::load_model(name);
    const auto target = *frontend::find_target(name);
    const frontend::CProgram lowered =
        module.lower({.unroll = bound, .target = target, .property = property});
    const ir::Program& program = lowered.program;
    CHECK((lowered.refused.empty() || expected == "unsafe" || expected == "safe!"));
    const ir::Program asked =
        module
            .lower(
                {.unroll = bound, .target = target, .property = property, .ask_completion = true})
            .program;
    bool answered = false;
    for (const portfolio::Engine& engine : portfolio::engines()) {
        CAPTURE(engine.name);
        // The reference is for small programs.
        const int seconds = engine.name == "enumerate" ? 1 : 20;
        const ir::Answer answer = portfolio::run(engine, program, model, {}, limits(seconds));
        if (answer.verdict == ir::Verdict::Unknown) continue;
        answered = true;
        CHECK(word(answer) == (expected == "vacuous" ? "safe" : expected));
        if (answer.verdict == ir::Verdict::Violated) {
            REQUIRE(answer.witness);
            CHECK(witness::find_flaw(program, model, *answer.witness,
                                     program.condition()
                                         ? witness::Claim::SatisfiesCondition
                                         : witness::Claim::FailsAssertion) == std::nullopt);
        }
        if (expected == "vacuous")
            CHECK_FALSE(portfolio::run(engine, asked, model, {}, limits(20)).satisfied);
    }
    CHECK(answered);
}

/// Refused as a whole, or every engine comes to a place that is refused and to no violation.
void check_refused(const frontend::CModule& module, const std::string& name, int bound,
                   ir::Property property) {
    const models::Model model = models::load_model(name);
    try {
        const frontend::CProgram c = module.lower(
            {.unroll = bound, .target = *frontend::find_target(name), .property = property});
        REQUIRE_FALSE(c.refused.empty());
        CHECK(c.refused[0].find(':') != std::string::npos);
        for (const portfolio::Engine& engine : portfolio::engines()) {
            CAPTURE(engine.name);
            const ir::Answer answer = portfolio::run(engine, c.program, model, {}, limits(20));
            CHECK((answer.verdict == ir::Verdict::Unknown ||
                   (answer.verdict == ir::Verdict::Holds && answer.bound_reached)));
        }
    } catch (const ir::Unsupported& problem) {
        CHECK(problem.where().line > 0);
    }
}

void check_file(const fs::path& path) {
    CAPTURE(path.string());
    auto expected = expectation(path);
    const ir::Property property = *ir::find_property(expected["property"]);
    const frontend::CModule module(
        {.files = {path.string()}, .keep_accesses = property == ir::Property::MemSafety});
    for (const char* model : model_names) {
        CAPTURE(model);
        if (expected[model] == "unknown")
            check_refused(module, model, std::stoi(expected["bound"]), property);
        else
            check_program(module, model, std::stoi(expected["bound"]), property, expected[model]);
    }
}

}  // namespace

// Several cases, so that they run side by side.
constexpr size_t parts = 8;

TEMPLATE_TEST_CASE_SIG("C programs answer as they expect", "[programs]", ((size_t part), part), 0,
                       1, 2, 3, 4, 5, 6, 7) {
    static_assert(part < parts);
    const std::vector<fs::path> files = program_files();
    REQUIRE(files.size() >= 100);
    for (size_t i = part; i < files.size(); i += parts) check_file(files[i]);
}

TEST_CASE("C programs survive a round trip through the text form", "[programs]") {
    for (const fs::path& path : program_files()) {
        CAPTURE(path.string());
        auto expected = expectation(path);
        if (expected["power"] == "unknown") continue;
        const ir::Property property = *ir::find_property(expected["property"]);
        const frontend::CModule module(
            {.files = {path.string()}, .keep_accesses = property == ir::Property::MemSafety});
        const std::string text =
            ir::print_text(module.lower({.unroll = 1, .property = property}).program);
        CHECK(ir::print_text(ir::parse_text(text, "t.ir")) == text);
    }
}

#endif
