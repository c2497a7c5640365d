// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
#include "cli/check_run.h"

#include <fmt/format.h>

#include <algorithm>

#include "cli/inputs.h"
#include "cli/reproducer.h"
#include "encoders/show.h"
#include "ir/errors.h"
#include "models/shipped.h"
#include "portfolio/ranking.h"
#include "witness/text.h"

namespace fencepost::cli {

using portfolio::Clock;

namespace {

std::vector<portfolio::Engine> entrants(const Options& options, const ir::Question& question) {
    if (options.check_engines.empty()) {
        auto all = portfolio::default_entrants(question);
        if (!options.cross_check) return all;
        all.push_back(*portfolio::find_engine("enumerate"));
        return all;
    }
    std::vector<portfolio::Engine> chosen;
    for (const std::string& name : options.check_engines)
        chosen.push_back(*portfolio::find_engine(name));
    return chosen;
}

}  // namespace

CheckInput::CheckInput(const Options& options) : path_(options.inputs.front()) {
    if (is_c_program(path_)) module_.emplace(c_source(options, options.inputs));
}

std::shared_ptr<const ir::Program> CheckInput::program(int bound) const {
    return std::make_shared<ir::Program>(load_program(path_, bound));
}

CheckRun::CheckRun(const Options& options, const std::string& model, std::vector<int> bounds,
                   portfolio::Budget budget)
    : options_(options),
      bounds_(std::move(bounds)),
      budget_(std::move(budget)),
      model_(std::make_shared<models::Model>(models::load_model(model))) {
    result_.input = options.inputs.front();
    result_.model = model;
    result_.property = options.property;
    result_.show_stats = options.stats;
}

CheckResult CheckRun::run(const CheckInput& input) {
    const Clock::time_point start = Clock::now();
    try {
        decide(input);
    } catch (const ir::Unsupported& problem) {
        result_.answer = {};
        result_.answer.reason = problem.what();
    }
    if (budget_.stop.stop_requested() && result_.answer.verdict == ir::Verdict::Holds &&
        !result_.complete) {
        result_.notes.push_back(fmt::format("holds up to {} rounds of a loop", result_.bound));
        result_.answer.verdict = ir::Verdict::Unknown;
        result_.answer.reason = "interrupted";
    }
    result_.seconds = std::chrono::duration<double>(Clock::now() - start).count();
    if (result_.answer.verdict == ir::Verdict::Holds && !options_.proof.empty()) write_proof();
    return std::move(result_);
}

bool CheckRun::finished() const {
    return std::all_of(races_.begin(), races_.end(),
                       [](const auto& race) { return race->finished(); });
}

void CheckRun::decide(const CheckInput& input) {
    if (input.c_module() == nullptr) {
        ask(input.program(bounds_.back()), bounds_.back());
        return;
    }
    const frontend::CModule& module = *input.c_module();
    const frontend::Target target = c_target(options_, *model_);
    for (int bound : bounds_) {
        try {
            frontend::CProgram c = module.lower({.unroll = bound, .target = target});
            if (!ask(std::make_shared<ir::Program>(std::move(c.program)), bound)) break;
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

bool CheckRun::ask(std::shared_ptr<const ir::Program> program, int bound) {
    portfolio::RaceResult outcome = race(program, {.executions = options_.executions});
    if (outcome.answer.verdict == ir::Verdict::Unknown && result_.program) {
        result_.notes.push_back(fmt::format("bound {}: {}", bound, outcome.answer.reason));
        return false;
    }
    result_.bound = bound;
    result_.engine = outcome.winner;
    result_.entries = std::move(outcome.entries);
    result_.answer = std::move(outcome.answer);
    // What the ranking went by.
    const portfolio::Features seen = portfolio::features(*program);
    result_.answer.stats.emplace_back("inputs", static_cast<double>(seen.inputs));
    result_.answer.stats.emplace_back("log2 choices", seen.log_choices);
    result_.complete =
        result_.answer.verdict == ir::Verdict::Holds && !result_.answer.bound_reached;
    result_.program = std::move(program);
    if (result_.answer.witness)
        result_.under_sc =
            witness::explain(*result_.program, *result_.answer.witness, models::load_model("sc"));
    return true;
}

portfolio::RaceResult CheckRun::race(std::shared_ptr<const ir::Program> program,
                                     ir::Question question) {
    std::vector<portfolio::Engine> engines =
        ranked(entrants(options_, question), portfolio::features(*program), question);
    races_.push_back(std::make_unique<portfolio::Race>(
        std::move(engines), program, model_, question, budget_,
        portfolio::RaceSettings{.deterministic = options_.deterministic,
                                .cross_check = options_.cross_check}));
    try {
        return races_.back()->run();
    } catch (const portfolio::Disagreement& problem) {
        throw ir::InternalError(
            fmt::format("{}; to reproduce it: {}", problem.what(),
                        write_reproducer(*program, result_.model, question, problem.what())));
    }
}

/// A proof that the formula "an execution that fails an assertion" has no solution.
void CheckRun::write_proof() {
    const std::string formula = options_.proof + ".cnf";
    const solvers::Result result = encoders::prove(
        *result_.program, *model_, {.stop = budget_.stop, .deadline = budget_.deadline},
        options_.proof, formula);
    if (result == solvers::Result::Sat) throw ir::InternalError("what holds should have a proof");
    result_.notes.push_back(
        result == solvers::Result::Unsat
            ? fmt::format("proof in {}, of the formula in {}", options_.proof, formula)
            : "no proof: out of time");
}

bool CheckRun::some_execution_ends(const frontend::CModule& module, frontend::Target target) {
    frontend::CProgram c =
        module.lower({.unroll = result_.bound, .target = target, .ask_completion = true});
    const ir::Answer answer = race(std::make_shared<ir::Program>(std::move(c.program)), {}).answer;
    return answer.verdict == ir::Verdict::Unknown || answer.satisfied;
}

}  // namespace fencepost::cli
