// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Every litmus file × every model × every engine against the expectation in the file.
// To add a test, add a file.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "frontend/litmus/litmus.h"
#include "ir/text.h"
#include "models/shipped.h"
#include "portfolio/engine.h"
#include "tests/harness/expect.h"

using namespace fencepost;
namespace fs = std::filesystem;

namespace {

std::vector<fs::path> litmus_files() {
    std::vector<fs::path> files;
    for (const char* folder : {"tests/litmus", "examples/litmus"}) {
        const fs::path root = fs::path(FENCEPOST_SOURCE_DIR) / folder;
        for (const auto& entry : fs::recursive_directory_iterator(root))
            if (entry.path().extension() == ".litmus") files.push_back(entry.path());
    }
    std::sort(files.begin(), files.end());
    return files;
}

std::string content(const fs::path& path) {
    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
}

std::set<std::string> models_of(const std::string& architecture) {
    if (architecture == "X86") return {"sc", "tso", "pso"};
    return {"sc", "tso", "pso", "power"};
}

void check_answer(const ir::Program& program, const std::string& model,
                  const harness::Expectation& expected) {
    const models::Model loaded = models::load_model(model);
    for (const portfolio::Engine& engine : portfolio::engines()) {
        CAPTURE(model, engine.name);
        const ir::Answer all =
            portfolio::run(engine, program, loaded, {.executions = true}, ir::Limits{});
        CAPTURE(all.reason);
        REQUIRE(all.verdict != ir::Verdict::Unknown);
        CHECK(all.satisfied == expected.allowed);
        CHECK((all.satisfying > 0) == expected.allowed);
        if (expected.executions) CHECK(all.executions == *expected.executions);
        // Looking for the verdict only must not change it.
        const ir::Answer quick =
            portfolio::run(engine, program, loaded, {.executions = false}, ir::Limits{});
        CHECK(quick.verdict == all.verdict);
        CHECK(quick.satisfied == all.satisfied);
        CHECK(quick.refuted == all.refuted);
        CHECK(quick.bound_reached == all.bound_reached);
    }
}

}  // namespace

TEST_CASE("litmus files answer as they expect", "[corpus]") {
    const std::vector<fs::path> files = litmus_files();
    REQUIRE(files.size() >= 120);
    for (const fs::path& path : files) {
        CAPTURE(path.filename().string());
        const std::string text = content(path);
        const ir::Program program = frontend::parse_litmus(text, path.string());
        CHECK(program.name() == path.stem().string());
        const auto expectations = harness::parse_expectations(text);
        std::set<std::string> expected_models;
        for (const auto& [model, expected] : expectations) {
            expected_models.insert(model);
            if (!expected.undefined) check_answer(program, model, expected);
        }
        CHECK(expected_models == models_of(program.architecture()));
    }
}

TEST_CASE("litmus files survive a round trip through the text form", "[corpus]") {
    for (const fs::path& path : litmus_files()) {
        CAPTURE(path.filename().string());
        const std::string text = ir::print_text(frontend::parse_litmus(content(path), "t.litmus"));
        CHECK(ir::print_text(ir::parse_text(text, "t.ir")) == text);
    }
}

TEST_CASE("expectations that say nothing fail", "[corpus][expect]") {
    using harness::parse_expectations;
    CHECK_THROWS(parse_expectations("PPC T { } P0 ; nop ; exists (0:r1=0)"));
    CHECK_THROWS(parse_expectations("(* expect: sc=maybe *)"));
    CHECK_THROWS(parse_expectations("(* expect: sc *)"));
    CHECK_THROWS(parse_expectations("(* expect: sc=allow/x *)"));
    CHECK_THROWS(parse_expectations("(* expect: sc=allow sc=forbid *)"));
    CHECK_THROWS(parse_expectations("(* expect: sc=allow *) (* expect: sc=allow *)"));
    CHECK_THROWS(parse_expectations("(* expect: sc=allow"));
    const auto some = parse_expectations("(* expect: sc=forbid/3 tso=- power=allow *)");
    CHECK(some.at("sc").executions == 3);
    CHECK(some.at("tso").undefined);
    CHECK(some.at("power").allowed);
}

TEST_CASE("every axiom of a shipped model names tests that the model forbids", "[corpus][models]") {
    std::multimap<std::string, fs::path> by_name;
    for (const fs::path& path : litmus_files()) by_name.emplace(path.stem().string(), path);
    for (const models::ShippedModel& shipped : models::shipped_models()) {
        const std::string model(shipped.name);
        std::istringstream lines{std::string(shipped.text)};
        size_t axioms_with_tests = 0;
        for (std::string line; std::getline(lines, line);) {
            constexpr std::string_view marker = "// forbids ";
            if (!line.starts_with(marker)) continue;
            ++axioms_with_tests;
            std::istringstream words(line.substr(marker.size()));
            for (std::string name; words >> name;) {
                if (name.back() == ',') name.pop_back();
                CAPTURE(model, name);
                const auto [first, last] = by_name.equal_range(name);
                CHECK(first != last);
                for (auto at = first; at != last; ++at) {
                    const auto expected = harness::parse_expectations(content(at->second));
                    const auto found = expected.find(model);
                    if (found != expected.end() && !found->second.undefined)
                        CHECK_FALSE(found->second.allowed);
                }
            }
        }
        CHECK(axioms_with_tests == models::load_model(model).axioms.size());
    }
}
