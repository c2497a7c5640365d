// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// `fencepost litmus`: many tests, several models, in parallel, output in input order. A bad
// test is reported and the run goes on.
#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <thread>

#include "cli/commands.h"
#include "cli/inputs.h"
#include "cli/litmus_result.h"
#include "ir/errors.h"
#include "models/shipped.h"
#include "portfolio/engine.h"
#include "portfolio/parallel.h"

namespace fencepost::cli {

namespace {

using Clock = std::chrono::steady_clock;

struct NamedModel {
    std::string name;
    models::Model model;
};

/// What one test printed and why it failed, if it did.
struct TestRun {
    std::string output;
    std::string error;
    bool unknown = false;
};

class LitmusRun {
  public:
    explicit LitmusRun(const Options& options)
        : options_(options), engine_(*portfolio::find_engine(options.engine)) {
        for (const std::string& name : options.models)
            models_.push_back({name, models::load_model(name)});
        paths_ = expand_inputs(options.inputs);
        runs_.resize(paths_.size());
    }

    ExitCode run() {
        const unsigned cores = std::max(1u, std::thread::hardware_concurrency());
        const unsigned jobs = options_.jobs > 0 ? static_cast<unsigned>(options_.jobs) : cores;
        if (options_.format == "csv") fmt::print("{}", csv_header());
        if (options_.format == "json") fmt::print("[");
        portfolio::in_order(
            paths_.size(), jobs, [this](size_t i) { runs_[i] = run_test(paths_[i]); },
            [this](size_t i) { finish(i); });
        if (options_.format == "json") fmt::print("\n]\n");
        if (bad_inputs_ > 0) return ExitCode::BadInput;
        return unknown_ > 0 ? ExitCode::Unknown : ExitCode::Holds;
    }

  private:
    /// Called from several threads.
    TestRun run_test(const std::string& path) const {
        TestRun run;
        try {
            const ir::Program program = load_program(path, options_.unroll);
            if (!program.condition())
                throw ir::InputError({path, 0, 0}, "the program has no final-state condition");
            if (models_.empty()) {
                const std::string name = program.architecture() == "X86" ? "tso" : "power";
                judge(program, {name, models::load_model(name)}, run);
            }
            for (const NamedModel& model : models_) judge(program, model, run);
        } catch (const ir::LocatedError& error) {
            run.error = error.what();
        }
        return run;
    }

    void judge(const ir::Program& program, const NamedModel& model, TestRun& run) const {
        const Clock::time_point start = Clock::now();
        // herd's log lists every state.
        const bool count = options_.executions || options_.format == "herd";
        ir::Limits limits;
        if (options_.timeout > 0) {
            limits.deadline = start + std::chrono::duration_cast<Clock::duration>(
                                          std::chrono::duration<double>(options_.timeout));
        }
        ir::Question question = question_of(options_);
        question.executions = count;
        ir::Answer answer = portfolio::run(engine_, program, model.model, question, limits);
        const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
        if (answer.verdict == ir::Verdict::Unknown) {
            run.unknown = true;
            run.error += fmt::format("{}{} under {}: unknown: {}", run.error.empty() ? "" : "\n",
                                     program.name(), model.name, answer.reason);
        }
        const LitmusResult result = make_result(program, model.name, std::string(engine_.name),
                                                std::move(answer), count, seconds);
        if (options_.format == "herd") run.output += to_herd(result);
        if (options_.format == "csv") run.output += to_csv(result);
        if (options_.format == "json")
            run.output += (run.output.empty() ? "\n" : ",\n") + to_json(result);
    }

    void finish(size_t i) {
        TestRun& run = runs_[i];
        if (options_.format == "json" && !run.output.empty() && printed_) fmt::print(",");
        if (!run.output.empty()) printed_ = true;
        fmt::print("{}", run.output);
        if (!run.error.empty()) {
            clear_progress();
            fmt::print(stderr, "fencepost: {}\n", run.error);
            ++(run.unknown ? unknown_ : bad_inputs_);
        }
        run = {};
        progress(i + 1);
    }

    void progress(size_t done) {
        if (!show_progress_ || Clock::now() < next_progress_) return;
        next_progress_ = Clock::now() + std::chrono::milliseconds(200);
        fmt::print(stderr, "\r{}/{} tests", done, paths_.size());
        progress_shown_ = true;
        if (done == paths_.size()) clear_progress();
    }

    void clear_progress() {
        if (progress_shown_) fmt::print(stderr, "\r\033[K");
        progress_shown_ = false;
    }

    const Options& options_;
    const portfolio::Engine& engine_;
    std::vector<NamedModel> models_;
    std::vector<std::string> paths_;
    std::vector<TestRun> runs_;
    size_t bad_inputs_ = 0, unknown_ = 0;
    bool printed_ = false;
    // Only where the results do not go to the same terminal.
    const bool show_progress_ = isatty(STDERR_FILENO) != 0 && isatty(STDOUT_FILENO) == 0;
    bool progress_shown_ = false;
    Clock::time_point next_progress_ = Clock::now() + std::chrono::seconds(1);
};

}  // namespace

ExitCode litmus_command(const Options& options) { return LitmusRun(options).run(); }

}  // namespace fencepost::cli
