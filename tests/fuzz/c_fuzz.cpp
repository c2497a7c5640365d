// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
#ifdef FENCEPOST_LLVM
#include "tests/fuzz/c_fuzz.h"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <memory>
#include <sstream>

#include "frontend/llvm/c_frontend.h"
#include "ir/errors.h"
#include "models/shipped.h"
#include "portfolio/engine.h"

namespace fencepost::fuzz {

namespace {

namespace fs = std::filesystem;

const char* const model_names[] = {"sc", "tso", "pso", "power"};

/// A file that goes away with its scope.
class TemporaryFile {
  public:
    TemporaryFile(const std::string& suffix, const std::string& text)
        : path_((fs::temp_directory_path() /
                 fmt::format("fencepost-c-{}-{}{}", getpid(), ++count_, suffix))
                    .string()) {
        std::ofstream(path_) << text;
    }
    ~TemporaryFile() {
        std::error_code ignored;
        fs::remove(path_, ignored);
    }
    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;
    const std::string& path() const { return path_; }

  private:
    static inline int count_ = 0;
    std::string path_;
};

ir::Limits limits(int milliseconds) {
    ir::Limits limits;
    limits.deadline = std::chrono::steady_clock::now() + std::chrono::milliseconds(milliseconds);
    return limits;
}

std::string word(const ir::Answer& answer) {
    if (answer.verdict == ir::Verdict::Violated) return "violated";
    return answer.bound_reached ? "holds up to the bound" : "holds";
}

/// The output of a program; nullopt if it did not end well.
std::optional<std::string> output_of(const std::string& command) {
    const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(command.c_str(), "r"), pclose);
    if (!pipe) return std::nullopt;
    std::string text;
    std::array<char, 4096> buffer{};
    while (const size_t n = fread(buffer.data(), 1, buffer.size(), pipe.get()))
        text.append(buffer.data(), n);
    return text;
}

std::vector<uint64_t> run_natively(const std::vector<CValues>& all) {
    const TemporaryFile source(".c", values_to_native(all));
    const TemporaryFile binary(".exe", "");
    const auto text =
        output_of(fmt::format("{} -w -O0 -fwrapv -std=gnu11 -o {} {} && {}", FENCEPOST_CLANG,
                              binary.path(), source.path(), binary.path()));
    std::vector<uint64_t> results;
    std::istringstream lines(text.value_or(""));
    for (uint64_t value = 0; lines >> value;) results.push_back(value);
    return results;
}

}  // namespace

ir::Answer decide(const std::string& c, const std::string& model,
                  const std::vector<std::string>& flags, const std::string& engine) {
    const TemporaryFile file(".c", c);
    try {
        const frontend::CModule module({.files = {file.path()}, .flags = flags});
        const ir::Program program =
            module.lower({.unroll = 3, .target = *frontend::find_target(model)}).program;
        return portfolio::run(*portfolio::find_engine(engine), program, models::load_model(model),
                              {}, limits(5000));
    } catch (const ir::Unsupported& problem) {
        ir::Answer answer;
        answer.reason = problem.what();
        answer.unsupported = true;
        return answer;
    }
}

std::optional<std::string> differ(const CThreads& program, CStatistics& statistics) {
    const TemporaryFile file(".c", to_c(program));
    const frontend::CModule module({.files = {file.path()}});
    ++statistics.programs;
    std::map<std::string, std::string> verdicts;
    for (const char* name : model_names) {
        std::optional<ir::Program> lowered;
        try {
            lowered = module.lower({.unroll = 3, .target = *frontend::find_target(name)}).program;
        } catch (const ir::Unsupported&) {
            ++statistics.unsupported;
            continue;
        }
        ++statistics.questions;
        std::string first;
        for (const portfolio::Engine& engine : portfolio::engines()) {
            const ir::Answer answer =
                portfolio::run(engine, *lowered, models::load_model(name), {}, limits(1000));
            if (answer.verdict == ir::Verdict::Unknown) continue;
            ++statistics.answers[std::string(engine.name)];
            const std::string mine = word(answer);
            if (first.empty()) {
                first = std::string(engine.name);
                verdicts[name] = mine;
            }
            if (mine != verdicts[name])
                return fmt::format("{}: {} says {}, {} says {}", name, first, verdicts[name],
                                   engine.name, mine);
        }
        if (verdicts["sc"] == "violated" && verdicts.contains(name) && verdicts[name] != "violated")
            return fmt::format("violated under sc, but not under {}", name);
    }
    return std::nullopt;
}

std::optional<std::string> vary(const CThreads& program, uint64_t seed, CStatistics& statistics) {
    const std::string original = to_c(program);
    const char* name = model_names[seed % 4];
    const ir::Answer base = decide(original, name);
    if (base.verdict == ir::Verdict::Unknown) return std::nullopt;
    ++statistics.questions;
    const auto compare = [&](const char* what, const std::string& text,
                             const std::vector<std::string>& flags,
                             auto&& allowed) -> std::optional<std::string> {
        const ir::Answer other = decide(text, name, flags);
        if (other.verdict == ir::Verdict::Unknown) return std::nullopt;
        ++statistics.answers[what];
        if (allowed(other.verdict)) return std::nullopt;
        return fmt::format("{}, {}: {}, before: {}", name, what, word(other), word(base));
    };
    const auto same = [&](ir::Verdict verdict) { return verdict == base.verdict; };
    const auto no_more = [&](ir::Verdict verdict) {
        return verdict == base.verdict || verdict == ir::Verdict::Holds;
    };
    const auto no_less = [&](ir::Verdict verdict) {
        return verdict == base.verdict || verdict == ir::Verdict::Violated;
    };
    if (auto found = compare("renamed", to_c(renamed(program)), {}, same)) return found;
    if (auto found = compare("reordered", to_c(reordered(program, seed)), {}, same)) return found;
    if (auto found = compare("split", split_to_c(program), {}, same)) return found;
    if (auto found = compare("fenced", to_c(fenced(program, seed)), {}, no_more)) return found;
    // The compiler may drop a dependency, which only POWER notices; and what is neither volatile
    // nor atomic it may read twice or not at all.
    if (!program.observable) return std::nullopt;
    if (name == std::string("power")) return compare("-O1", original, {"-O1"}, no_less);
    return compare("-O1", original, {"-O1"}, same);
}

std::optional<std::string> differ(const std::vector<CValues>& all, bool symbolic) {
    const std::vector<uint64_t> results = run_natively(all);
    if (results.size() != all.size()) return "the compiled program does not run";
    const auto fails = [&](const std::vector<CValues>& some, const std::vector<uint64_t>& values) {
        const ir::Answer answer = decide(values_to_check(some, values, symbolic), "sc");
        if (answer.verdict == ir::Verdict::Violated)
            return std::string("the result is another one");
        if (answer.unsupported) return "unsupported: " + answer.reason;
        // Out of time on a busy machine: no difference.
        if (answer.verdict == ir::Verdict::Unknown || !answer.bound_reached) return std::string();
        return std::string("it does not run to its end");
    };
    if (fails(all, results).empty()) return std::nullopt;
    for (size_t i = 0; i < all.size(); ++i) {
        const std::string why = fails({all[i]}, {results[i]});
        if (!why.empty())
            return fmt::format("seed {}: {}\n{}", all[i].seed, why,
                               values_to_check({all[i]}, {results[i]}, symbolic));
    }
    return "all together fail, but none alone";
}

}  // namespace fencepost::fuzz
#endif
