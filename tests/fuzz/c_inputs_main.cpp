// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Damaged C programs, LLVM text and bitcode, made of the project's own
// programs: the only allowed ends are a program (which an engine then looks at
// for a moment) and an InputError or Unsupported that says something. A crash,
// another exception or a hang is a failure; the input is in the file that is
// named first.
//
//   fencepost_c_inputs [--inputs N] [--seed S]
#include <fmt/format.h>

#include <CLI/CLI.hpp>

#ifdef FENCEPOST_LLVM

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "frontend/llvm/c_frontend.h"
#include "ir/errors.h"
#include "models/shipped.h"
#include "portfolio/engine.h"
#include "tests/fuzz/mutate.h"
#include "tests/fuzz/random.h"

using namespace fencepost;
namespace fs = std::filesystem;

namespace {

constexpr unsigned seconds_per_input = 30;

struct Sample {
    std::string extension, text;
};

std::string read_all(const fs::path& path) {
    std::ostringstream text;
    text << std::ifstream(path, std::ios::binary).rdbuf();
    return text.str();
}

/// The programs, and every tenth also as LLVM text and bitcode.
std::vector<Sample> samples(const fs::path& scratch) {
    std::vector<fs::path> paths;
    for (const auto& entry :
         fs::recursive_directory_iterator(fs::path(FENCEPOST_SOURCE_DIR) / "tests" / "programs"))
        if (entry.path().extension() == ".c") paths.push_back(entry.path());
    std::sort(paths.begin(), paths.end());
    std::vector<Sample> all;
    for (size_t i = 0; i < paths.size(); ++i) {
        all.push_back({".c", read_all(paths[i])});
        if (i % 10 != 0) continue;
        for (const char* extension : {".ll", ".bc"}) {
            const std::string file = scratch.string() + extension;
            const std::string command =
                fmt::format("{} -w -g -O0 -Xclang -disable-O0-optnone -c -emit-llvm {} -o {} {}",
                            FENCEPOST_CLANG, extension == std::string(".ll") ? "-S" : "", file,
                            paths[i].string());
            if (std::system(command.c_str()) == 0) all.push_back({extension, read_all(file)});
            fs::remove(file);
        }
    }
    return all;
}

/// Bytes and bits of a binary file change; text is damaged as other text is.
std::string damage(const Sample& sample, const std::vector<std::string>& pool,
                   fuzz::Random& random) {
    if (sample.extension != ".bc") return fuzz::damage(sample.text, pool, random);
    std::string bytes = sample.text;
    for (uint32_t i = 0, n = 1 + random.below(8); i < n && !bytes.empty(); ++i) {
        const uint32_t at = random.below(static_cast<uint32_t>(bytes.size()));
        bytes[at] = static_cast<char>(bytes[at] ^ (1 << random.below(8)));
        if (random.chance(20)) bytes.resize(at);
    }
    return bytes;
}

/// True if it was accepted.
bool run(const std::string& path, uint64_t seed) {
    const ir::Property property = ir::all_properties()[seed % 5];
    try {
        const frontend::CModule module(
            {.files = {path}, .keep_accesses = property == ir::Property::MemSafety});
        const ir::Program program =
            module.lower({.unroll = 1, .target = frontend::Target::Tso, .property = property})
                .program;
        ir::Limits limits;
        limits.deadline = std::chrono::steady_clock::now() + std::chrono::milliseconds(100);
        portfolio::run(*portfolio::find_engine("sat"), program, models::load_model("tso"), {},
                       limits);
        return true;
    } catch (const ir::LocatedError& error) {
        if (error.message().empty()) throw std::runtime_error("an error without a message");
        return false;
    }
}

}  // namespace

int main(int argc, char** argv) {
    uint64_t count = 1000, first = 1;
    CLI::App app("Feeds damaged C programs and LLVM files to the frontend.");
    app.add_option("--inputs,--programs", count, "how many")->capture_default_str();
    app.add_option("--seed", first, "the first seed")->capture_default_str();
    CLI11_PARSE(app, argc, argv);
    const fs::path saved =
        fs::temp_directory_path() / fmt::format("fencepost-c-inputs-{}", getpid());
    const std::vector<Sample> all = samples(saved);
    std::vector<std::string> pool;
    for (const Sample& sample : all)
        if (sample.extension == ".c") pool.push_back(sample.text);
    fmt::print("c_inputs: {} samples; the current input is {}.*\n", all.size(), saved.string());
    std::fflush(stdout);
    // What clang says about damaged programs is of no interest.
    dup2(open("/dev/null", O_WRONLY), STDERR_FILENO);
    uint64_t accepted = 0;
    std::map<std::string, uint64_t> kinds;
    for (uint64_t seed = first; seed < first + count; ++seed) {
        fuzz::Random random(seed);
        // A third of each kind.
        const std::string wanted = seed % 3 == 0 ? ".c" : seed % 3 == 1 ? ".ll" : ".bc";
        const Sample* sample = nullptr;
        while (sample == nullptr || sample->extension != wanted)
            sample = &all[random.below(static_cast<uint32_t>(all.size()))];
        const std::string path = saved.string() + wanted;
        std::ofstream(path, std::ios::binary) << damage(*sample, pool, random);
        ++kinds[wanted];
        alarm(seconds_per_input);
        try {
            if (run(path, seed)) ++accepted;
        } catch (const std::exception& error) {
            fmt::print("c_inputs: seed {}: {} ({})\n", seed, error.what(), path);
            return 1;
        }
        alarm(0);
        fs::remove(path);
    }
    fmt::print(
        "c_inputs: {} inputs from seed {} ({} C, {} LLVM text, {} "
        "bitcode), {} accepted, no crash, "
        "no hang\n",
        count, first, kinds[".c"], kinds[".ll"], kinds[".bc"], accepted);
    return 0;
}

#else

int main() { fmt::print("c_inputs: this build has no C frontend\n"); }

#endif
