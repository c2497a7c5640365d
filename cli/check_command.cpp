// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// `fencepost check`: from options to a printed result and an exit code. The work is in
// cli/check_run.h; `violated` is said only after the execution has been replayed.
#include <fmt/format.h>

#include <charconv>
#include <mutex>

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

portfolio::Budget budget_of(const Options& options, Clock::time_point start) {
    portfolio::Budget budget{.cpu_seconds = options.cpu_time,
                             .memory = static_cast<uint64_t>(options.memory) << 20};
    if (options.timeout > 0)
        budget.deadline = start + std::chrono::duration_cast<Clock::duration>(
                                      std::chrono::duration<double>(options.timeout));
    return budget;
}

/// What was asked: for each model each property, and the answers so far. Who prints when the run
/// cannot do it any more asks from another thread.
class Results {
  public:
    Results(const Options& options, std::vector<std::string> models,
            const std::vector<ir::Property>& properties) {
        for (const std::string& model : models)
            for (const ir::Property property : properties)
                all_.push_back({.input = options.inputs.front(),
                                .model = model,
                                .property = std::string(ir::name(property))});
    }

    void add(CheckResult result) {
        const std::scoped_lock lock(mutex_);
        all_[known_++] = std::move(result);
    }
    /// What has no answer yet is unknown for this reason.
    std::vector<CheckResult> all(const char* why) {
        const std::scoped_lock lock(mutex_);
        std::vector<CheckResult> result = all_;
        for (size_t i = known_; i < result.size(); ++i) result[i].answer.reason = why;
        return result;
    }

  private:
    std::mutex mutex_;
    std::vector<CheckResult> all_;
    size_t known_ = 0;
};

void print(const Options& options, const std::vector<CheckResult>& results) {
    const bool json = options.check_format == "json";
    if (options.all_models)
        fmt::print("{}", json ? to_json(results) : to_text(results));
    else if (json)
        fmt::print("{}", properties_to_json(results));
    else
        for (const CheckResult& result : results) fmt::print("{}", to_text(result));
    if (options.specification && !json) fmt::print("{}", verdict_line(results));
}

/// Empty, after a message, if one of the names means nothing.
std::vector<ir::Property> parse_properties(const std::vector<std::string>& names) {
    std::vector<ir::Property> properties;
    for (const std::string& name : names) {
        const auto property = ir::find_property(name);
        if (!property) {
            fmt::print(stderr, "fencepost: --property: `{}` is none of", name);
            for (ir::Property p : ir::all_properties()) fmt::print(stderr, " {}", ir::name(p));
            fmt::print(stderr, "\n");
            return {};
        }
        properties.push_back(*property);
    }
    return properties;
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
    const std::vector<ir::Property> properties = parse_properties(options.properties);
    if (properties.empty()) return ExitCode::BadUsage;
    if (options.all_models && properties.size() > 1) {
        fmt::print(stderr, "fencepost: --all-models: one property at a time\n");
        return ExitCode::BadUsage;
    }
    std::vector<std::string> models = {options.model};
    if (options.all_models) models = {"sc", "tso", "pso", "power"};
    Results found(options, models, properties);

    const Clock::time_point start = Clock::now();
    const auto elapsed = [start] {
        return std::chrono::duration<double>(Clock::now() - start).count();
    };
    portfolio::Budget budget = budget_of(options, start);
    Interruption interruption(
        [&](const char* why) {
            std::vector<CheckResult> results = found.all(why);
            if (properties.size() == 1) results.front().seconds = elapsed();
            if (options.specification) see_as_competition(results);
            print(options, results);
            return static_cast<int>(code_of(decisive(results).answer.verdict));
        },
        budget.deadline, budget.memory);
    budget.stop = interruption.token();

    std::vector<std::unique_ptr<CheckRun>> runs;
    for (const std::string& model : models)
        for (ir::Property property : properties)
            runs.push_back(std::make_unique<CheckRun>(options, model, property, bounds, budget));
    std::optional<CheckInput> input;
    std::string refused;
    try {
        input.emplace(options);
        for (const auto& run : runs) found.add(run->run(*input));
    } catch (const ir::Unsupported& problem) {
        // The compiler's: the same under every model and for every property.
        refused = problem.what();
    }
    std::vector<CheckResult> results = found.all(refused.c_str());
    if (properties.size() == 1) results.front().seconds = elapsed();
    if (options.specification) see_as_competition(results);
    interruption.begin_output();
    for (const CheckResult& result : results)
        if (result.answer.witness && !options.witness.empty()) {
            write_witness(options, *result.program, *result.answer.witness);
            break;
        }
    print(options, results);
    const ExitCode code = code_of(decisive(results).answer.verdict);
    for (const auto& run : runs)
        if (!run->finished()) end_process(static_cast<int>(code));
    return code;
}

}  // namespace fencepost::cli
