// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// `fencepost check`: one program, one model, one engine. With `--unroll auto` the loop
// bound deepens (1, 2, 4, 8) until a violation is found, nothing is cut, or the time is up.
// `violated` is said only after the execution has been replayed.
#include <fmt/format.h>

#include <charconv>
#include <chrono>
#include <fstream>
#include <functional>

#include "cli/check_result.h"
#include "cli/commands.h"
#include "cli/inputs.h"
#include "cli/svcomp.h"
#include "encoders/show.h"
#include "frontend/llvm/c_frontend.h"
#include "ir/errors.h"
#include "models/shipped.h"
#include "portfolio/engine.h"
#include "witness/picture.h"
#include "witness/text.h"

namespace fencepost::cli {

namespace {

using Clock = std::chrono::steady_clock;
using frontend::Target;

const portfolio::Engine& choose_engine(const std::string& name) {
    if (!name.empty()) return *portfolio::find_engine(name);
    for (const char* best : {"sat", "ord", "rsmc", "smt"})
        if (const portfolio::Engine* engine = portfolio::find_engine(best)) return *engine;
    return portfolio::engines().front();
}

/// The loop bounds to try, in order; empty if the option makes no sense.
std::vector<int> parse_bounds(const std::string& text) {
    if (text == "auto") return {1, 2, 4, 8};
    int bound = -1;
    const char* end = text.data() + text.size();
    const auto parsed = std::from_chars(text.data(), end, bound);
    if (parsed.ptr != end || parsed.ec != std::errc{} || bound < 0 || bound > 100'000) return {};
    return {bound};
}

/// Renders by the extension of the file name; nullopt: unknown.
std::optional<std::string> render(const std::string& path, const ir::Program& program,
                                  const ir::Execution& execution) {
    if (path.ends_with(".svg")) return witness::to_svg(witness::make_picture(program, execution));
    if (path.ends_with(".dot")) return witness::to_dot(witness::make_picture(program, execution));
    if (path.ends_with(".json")) return witness::to_json(program, execution) + "\n";
    if (path.ends_with(".txt")) return witness::to_text(program, execution);
    return std::nullopt;
}

void write_witness(const std::string& path, const ir::Program& program,
                   const ir::Execution& execution) {
    std::ofstream file(path);
    file << render(path, program, execution).value_or("");
    file.close();
    if (!file) throw ir::InputError({path, 0, 0}, "cannot write the witness");
}

class CheckRun {
  public:
    CheckRun(const Options& options, std::vector<int> bounds)
        : options_(options),
          bounds_(std::move(bounds)),
          model_(models::load_model(options.model)),
          engine_(choose_engine(options.check_engine)) {
        result_.input = options.inputs.front();
        result_.model = options.model;
        result_.property = options.property;
        result_.engine = std::string(engine_.name);
        if (options.timeout > 0)
            limits_.deadline = start_ + std::chrono::duration_cast<Clock::duration>(
                                            std::chrono::duration<double>(options.timeout));
    }

    ExitCode run() {
        try {
            decide();
        } catch (const ir::Unsupported& problem) {
            result_.answer = {};
            result_.answer.reason = problem.what();
        }
        result_.seconds = std::chrono::duration<double>(Clock::now() - start_).count();
        if (result_.answer.verdict == ir::Verdict::Holds && !options_.proof.empty()) write_proof();
        if (result_.answer.witness && !options_.witness.empty())
            write_witness(options_.witness, *result_.program, *result_.answer.witness);
        result_.show_stats = options_.stats;
        fmt::print("{}", options_.check_format == "json" ? to_json(result_) : to_text(result_));
        if (options_.specification && options_.check_format == "text")
            fmt::print("{}", verdict_line(result_));
        switch (result_.answer.verdict) {
            case ir::Verdict::Holds:
                return ExitCode::Holds;
            case ir::Verdict::Violated:
                return ExitCode::Violated;
            case ir::Verdict::Unknown:
                return ExitCode::Unknown;
        }
        return ExitCode::Unknown;
    }

  private:
    void decide() {
        const std::vector<int>& all = bounds_;
        if (!is_c_program(options_.inputs.front())) {
            ask(load_program(options_.inputs.front(), all.back()), all.back());
            return;
        }
        const Target target = c_target(options_, model_);
        const frontend::CModule module(c_source(options_, options_.inputs));
        for (int bound : all) {
            try {
                frontend::CProgram c = module.lower({.unroll = bound, .target = target});
                if (!ask(std::move(c.program), bound)) break;
                result_.notes = std::move(c.notes);
            } catch (const ir::Unsupported& problem) {
                if (result_.answer.verdict != ir::Verdict::Holds) throw;
                result_.notes.push_back(fmt::format("bound {}: {}", bound, problem.what()));
                break;
            }
            if (result_.answer.verdict != ir::Verdict::Holds || result_.complete) break;
        }
        if (result_.answer.verdict == ir::Verdict::Holds && !result_.complete)
            result_.vacuous = !some_execution_ends(module, target);
    }

    /// False: no answer, and there is one for a smaller bound already.
    bool ask(ir::Program program, int bound) {
        ir::Answer answer =
            portfolio::run(engine_, program, model_, {.executions = options_.executions}, limits_);
        if (answer.verdict == ir::Verdict::Unknown && result_.program) {
            result_.notes.push_back(fmt::format("bound {}: {}", bound, answer.reason));
            return false;
        }
        result_.bound = bound;
        result_.complete = answer.verdict == ir::Verdict::Holds && !answer.bound_reached;
        result_.program.emplace(std::move(program));
        result_.answer = std::move(answer);
        if (result_.answer.witness)
            result_.under_sc = witness::explain(*result_.program, *result_.answer.witness,
                                                models::load_model("sc"));
        return true;
    }

    /// A proof that the formula "an execution that fails an assertion" has no solution.
    void write_proof() {
        const std::string formula = options_.proof + ".cnf";
        const solvers::Result result =
            encoders::prove(*result_.program, model_, limits_, options_.proof, formula);
        if (result == solvers::Result::Sat)
            throw ir::InternalError("what holds should have a proof");
        result_.notes.push_back(
            result == solvers::Result::Unsat
                ? fmt::format("proof in {}, of the formula in {}", options_.proof, formula)
                : "no proof: out of time");
    }

    bool some_execution_ends(const frontend::CModule& module, Target target) const {
        const frontend::CProgram c =
            module.lower({.unroll = result_.bound, .target = target, .ask_completion = true});
        const ir::Answer answer = portfolio::run(engine_, c.program, model_, {}, limits_);
        return answer.verdict == ir::Verdict::Unknown || answer.satisfied;
    }

    const Options& options_;
    const std::vector<int> bounds_;
    const Clock::time_point start_ = Clock::now();
    const models::Model model_;
    const portfolio::Engine& engine_;
    ir::Limits limits_;
    CheckResult result_;
};

}  // namespace

ExitCode check_command(const Options& options) {
    const std::string& file = options.witness;
    const auto has = [&](const char* extension) { return file.ends_with(extension); };
    if (!file.empty() && !has(".svg") && !has(".dot") && !has(".json") && !has(".txt")) {
        fmt::print(stderr, "fencepost: --witness: expected a file .svg, .dot, .json or .txt\n");
        return ExitCode::BadUsage;
    }
    std::vector<int> bounds = parse_bounds(options.bound);
    if (bounds.empty()) {
        fmt::print(stderr, "fencepost: --unroll: expected a number or `auto`\n");
        return ExitCode::BadUsage;
    }
    return CheckRun(options, std::move(bounds)).run();
}

}  // namespace fencepost::cli
