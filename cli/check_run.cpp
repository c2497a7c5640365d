// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
#include "cli/check_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "cli/inputs.h"
#include "cli/progress_line.h"
#include "cli/reproducer.h"
#include "encoders/show.h"
#include "ir/errors.h"
#include "models/shipped.h"
#include "portfolio/ranking.h"
#include "witness/text.h"

namespace fencepost::cli {

using portfolio::Clock;

using namespace std::chrono_literals;

namespace {

/// When a bound takes longer, the next one starts beside it.
constexpr std::chrono::milliseconds patience = 2s;

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
    if (!is_c_program(path_)) return;
    frontend::CSource source = c_source(options, options.inputs);
    for (const std::string& property : options.properties)
        if (ir::find_property(property) == ir::Property::MemSafety) source.keep_accesses = true;
    module_.emplace(source);
}

std::shared_ptr<const ir::Program> CheckInput::program(int bound) const {
    return std::make_shared<ir::Program>(load_program(path_, bound));
}

CheckRun::CheckRun(const Options& options, const std::string& model, ir::Property property,
                   std::vector<int> bounds, portfolio::Budget budget)
    : options_(options),
      property_(property),
      bounds_(std::move(bounds)),
      budget_(std::move(budget)),
      model_(std::make_shared<models::Model>(models::load_model(model))) {
    result_.input = options.inputs.front();
    result_.model = model;
    result_.property = std::string(ir::name(property));
    result_.show_stats = options.stats;
}

CheckResult CheckRun::run(const CheckInput& input) {
    const Clock::time_point start = Clock::now();
    try {
        decide(input);
    } catch (const ir::Unsupported& problem) {
        result_.answer = {};
        result_.answer.reason = problem.what();
    } catch (const ir::Stopped& problem) {
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
    return std::all_of(deepenings_.begin(), deepenings_.end(),
                       [](const auto& deepening) { return deepening->finished(); });
}

void CheckRun::decide(const CheckInput& input) {
    const ir::Question question = question_of(options_);
    if (input.c_module() == nullptr) {
        keep(deepen([&](int bound, const auto&) { return input.program(bound); }, {bounds_.back()},
                    question));
        return;
    }
    const frontend::CModule& module = *input.c_module();
    const frontend::Target target = c_target(options_, result_.model, *model_);
    std::map<int, std::vector<std::string>> notes, refused;
    portfolio::BoundedResult found = deepen(
        [&](int bound, const std::function<bool()>& decided) {
            frontend::CProgram c = module.lower(
                {.unroll = bound, .target = target, .property = property_, .stop = [&] {
                     return decided() ? "not needed" : exceeded();
                 }});
            notes[bound] = std::move(c.notes);
            refused[bound] = std::move(c.refused);
            return std::make_shared<ir::Program>(std::move(c.program));
        },
        bounds_, question);
    result_.notes = std::move(notes[found.bound]);
    const int bound = found.bound;
    keep(std::move(found));
    if (result_.answer.verdict == ir::Verdict::Holds && !result_.complete &&
        !refused[bound].empty()) {
        // Perhaps only a loop was cut, but perhaps not.
        result_.answer.verdict = ir::Verdict::Unknown;
        result_.answer.reason = refused[bound].front();
        return;
    }
    if (result_.answer.verdict == ir::Verdict::Holds && !result_.complete)
        result_.vacuous = !some_execution_ends(module, target);
}

const char* CheckRun::exceeded() const {
    const char* why = ir::Limits{.stop = budget_.stop, .deadline = budget_.deadline}.exceeded();
    return why != nullptr && budget_.stop.stop_requested() ? "interrupted" : why;
}

void CheckRun::keep(portfolio::BoundedResult found) {
    result_.notes.insert(result_.notes.end(), found.notes.begin(), found.notes.end());
    result_.bound = found.bound;
    result_.engine = found.race.winner;
    result_.entries = std::move(found.race.entries);
    result_.answer = std::move(found.race.answer);
    result_.program = std::move(found.program);
    // What the ranking went by.
    const portfolio::Features seen = portfolio::features(*result_.program);
    result_.answer.stats.emplace_back("inputs", static_cast<double>(seen.inputs));
    result_.answer.stats.emplace_back("log2 choices", seen.log_choices);
    result_.complete =
        result_.answer.verdict == ir::Verdict::Holds && !result_.answer.bound_reached;
    if (result_.answer.witness)
        result_.under_sc =
            witness::explain(*result_.program, *result_.answer.witness, models::load_model("sc"));
}

portfolio::BoundedResult CheckRun::deepen(const portfolio::Deepening::Lower& lower,
                                          const std::vector<int>& bounds, ir::Question question) {
    const auto enter = [this, question](std::shared_ptr<const ir::Program> program, bool reserve) {
        std::vector<portfolio::Engine> engines =
            ranked(entrants(options_, question), portfolio::features(*program), question);
        return std::make_unique<portfolio::Race>(
            std::move(engines), std::move(program), model_, question, budget_,
            portfolio::RaceSettings{.cores = static_cast<unsigned>(options_.cores),
                                    .reserve = reserve,
                                    .deterministic = options_.deterministic,
                                    .cross_check = options_.cross_check});
    };
    // Beside others, bounds have no order that could be told again.
    const bool one_by_one = options_.deterministic || options_.cross_check || question.executions;
    deepenings_.push_back(
        std::make_unique<portfolio::Deepening>(lower, enter, one_by_one ? 0ms : patience));
    const ProgressLine line(question.progress);
    try {
        return deepenings_.back()->run(bounds);
    } catch (const portfolio::Disagreement& problem) {
        throw ir::InternalError(
            fmt::format("{}; to reproduce it: {}", problem.what(),
                        write_reproducer(*deepenings_.back()->disputed, result_.model, question,
                                         problem.what())));
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
    ir::Question ask = question_of(options_);
    ask.executions = false;
    const auto lower = [&](int bound, const auto&) {
        return std::make_shared<ir::Program>(module
                                                 .lower({.unroll = bound,
                                                         .target = target,
                                                         .property = property_,
                                                         .ask_completion = true,
                                                         .stop = [&] { return exceeded(); }})
                                                 .program);
    };
    try {
        const ir::Answer answer = deepen(lower, {result_.bound}, ask).race.answer;
        return answer.verdict == ir::Verdict::Unknown || answer.satisfied;
    } catch (const ir::Stopped&) {
        return true;
    }
}

}  // namespace fencepost::cli
