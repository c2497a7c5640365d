// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// `fencepost check`: from options to a printed result and an exit code. The work is in
// cli/check_run.h; `violated` is said only after the execution has been replayed.
#include <fmt/format.h>

#include <charconv>

#include "cli/check_run.h"
#include "cli/commands.h"
#include "cli/interruption.h"
#include "cli/svcomp.h"
#include "cli/witness_file.h"
#include "ir/errors.h"
#include "models/shipped.h"

namespace fencepost::cli {

namespace {

using portfolio::Clock;

/// The loop bounds to try, in order; empty if the option makes no sense.
std::vector<int> parse_bounds(const std::string& text) {
    if (text == "auto") return {1, 2, 4, 8};
    int bound = -1;
    const char* end = text.data() + text.size();
    const auto parsed = std::from_chars(text.data(), end, bound);
    if (parsed.ptr != end || parsed.ec != std::errc{} || bound < 0 || bound > 100'000) return {};
    return {bound};
}

ExitCode code_of(ir::Verdict verdict) {
    switch (verdict) {
        case ir::Verdict::Holds:
            return ExitCode::Holds;
        case ir::Verdict::Violated:
            return ExitCode::Violated;
        case ir::Verdict::Unknown:
            return ExitCode::Unknown;
    }
    return ExitCode::Unknown;
}

portfolio::Budget budget_of(const Options& options, Clock::time_point start,
                            std::stop_token interrupted) {
    portfolio::Budget budget{.stop = std::move(interrupted),
                             .cpu_seconds = options.cpu_time,
                             .memory = static_cast<uint64_t>(options.memory) << 20};
    if (options.timeout > 0)
        budget.deadline = start + std::chrono::duration_cast<Clock::duration>(
                                      std::chrono::duration<double>(options.timeout));
    return budget;
}

/// What is printed when the run cannot do it any more.
CheckResult interrupted_result(const Options& options) {
    CheckResult result{
        .input = options.inputs.front(), .model = options.model, .property = options.property};
    result.answer.reason = "interrupted";
    return result;
}

void print(const Options& options, const std::vector<CheckResult>& results) {
    const bool json = options.check_format == "json";
    if (options.all_models)
        fmt::print("{}", json ? to_json(results) : to_text(results));
    else
        fmt::print("{}", json ? to_json(results.front()) : to_text(results.front()));
    if (options.specification && !json) fmt::print("{}", verdict_line(results.front()));
}

/// Violated if it is under some model; holds if it does under all.
ExitCode code_of(const std::vector<CheckResult>& results) {
    ir::Verdict worst = ir::Verdict::Holds;
    for (const CheckResult& result : results)
        if (worst != ir::Verdict::Violated && result.answer.verdict != ir::Verdict::Holds)
            worst = result.answer.verdict;
    return code_of(worst);
}

}  // namespace

ExitCode check_command(const Options& options) {
    if (!options.witness.empty() && !has_rendering(options.witness)) {
        fmt::print(stderr, "fencepost: --witness: expected a file {}\n", renderings());
        return ExitCode::BadUsage;
    }
    const std::vector<int> bounds = parse_bounds(options.bound);
    if (bounds.empty()) {
        fmt::print(stderr, "fencepost: --unroll: expected a number or `auto`\n");
        return ExitCode::BadUsage;
    }
    const Clock::time_point start = Clock::now();
    Interruption interruption([&] {
        print(options, {interrupted_result(options)});
        return static_cast<int>(ExitCode::Unknown);
    });
    const portfolio::Budget budget = budget_of(options, start, interruption.token());
    std::vector<std::string> models = {options.model};
    if (options.all_models) models = {"sc", "tso", "pso", "power"};

    std::vector<std::unique_ptr<CheckRun>> runs;
    std::vector<CheckResult> results;
    for (const std::string& model : models)
        runs.push_back(std::make_unique<CheckRun>(options, model, bounds, budget));
    std::optional<CheckInput> input;
    try {
        input.emplace(options);
        for (const auto& run : runs) results.push_back(run->run(*input));
    } catch (const ir::Unsupported& problem) {
        // The compiler's: the same under every model.
        for (const std::string& model : models) {
            results.push_back(interrupted_result(options));
            results.back().model = model;
            results.back().answer.reason = problem.what();
        }
    }
    results.front().seconds = std::chrono::duration<double>(Clock::now() - start).count();
    interruption.begin_output();
    for (const CheckResult& result : results)
        if (result.answer.witness && !options.witness.empty()) {
            write_witness(options, *result.program, *result.answer.witness);
            break;
        }
    print(options, results);
    const ExitCode code = code_of(results);
    for (const auto& run : runs)
        if (!run->finished()) end_process(static_cast<int>(code));
    return code;
}

}  // namespace fencepost::cli
