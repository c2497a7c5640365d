// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Output formats of `litmus`. The words are herd7's: result Ok/No of the quantified
// condition, observation Always/Sometimes/Never of its proposition. In herd's log the
// "Witnesses" of a ~exists are the executions that do *not* satisfy the proposition, while
// the "Observation" line counts satisfying ones first under every quantifier.
#include "cli/litmus_result.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "frontend/litmus/litmus.h"

namespace fencepost::cli {

std::string_view LitmusResult::result() const {
    switch (answer.verdict) {
        case ir::Verdict::Holds:
            return "Ok";
        case ir::Verdict::Violated:
            return "No";
        case ir::Verdict::Unknown:
            return "Unknown";
    }
    return "Unknown";
}

std::string_view LitmusResult::observation() const {
    if (answer.verdict == ir::Verdict::Unknown) return "";
    if (answer.satisfied && answer.refuted) return "Sometimes";
    return answer.satisfied ? "Always" : "Never";
}

LitmusResult make_result(const ir::Program& program, std::string model, std::string engine,
                         ir::Answer answer, bool counted, double seconds) {
    LitmusResult result{.test = program.name(),
                        .model = std::move(model),
                        .engine = std::move(engine),
                        .answer = std::move(answer),
                        .condition = {},
                        .states = {},
                        .counted = counted,
                        .seconds = seconds};
    if (const auto& condition = program.condition()) {
        result.quantifier = condition->quantifier;
        result.condition = condition->text;
    }
    for (const ir::FinalState& state : result.answer.states) {
        std::string text;
        for (size_t i = 0; i < state.values.size(); ++i) {
            text += fmt::format("{}{}={};", i == 0 ? "" : " ", program.observed()[i].label,
                                frontend::format_value(program, state.values[i]));
        }
        result.states.push_back(std::move(text));
    }
    std::sort(result.states.begin(), result.states.end());
    return result;
}

namespace {

std::string_view expectation(ir::Quantifier quantifier) {
    switch (quantifier) {
        case ir::Quantifier::Exists:
            return "Allowed";
        case ir::Quantifier::NotExists:
            return "Forbidden";
        case ir::Quantifier::Forall:
            return "Required";
    }
    return "";
}

std::string csv_field(std::string_view text) {
    if (text.find_first_of(",\"\n") == std::string_view::npos) return std::string(text);
    std::string quoted = "\"";
    for (char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
    return quoted + '"';
}

}  // namespace

std::string to_herd(const LitmusResult& r) {
    const uint64_t yes = r.answer.satisfying;
    const uint64_t no = r.answer.executions - yes;
    const bool negated = r.quantifier == ir::Quantifier::NotExists;
    std::string text = fmt::format("Test {} {}\n", r.test, expectation(r.quantifier));
    text += fmt::format("States {}\n", r.states.size());
    for (const std::string& state : r.states) text += state + '\n';
    const bool unknown = r.answer.verdict == ir::Verdict::Unknown;
    text += fmt::format("{}{}{}\n", r.answer.bound_reached ? "Loop " : "", r.result(),
                        unknown ? " (" + r.answer.reason + ")" : "");
    text += fmt::format("Witnesses\nPositive: {} Negative: {}\n", negated ? no : yes,
                        negated ? yes : no);
    text += fmt::format("Condition {} ({})\n", name(r.quantifier), r.condition);
    text += fmt::format("Observation {} {} {} {}\n", r.test, unknown ? "Unknown" : r.observation(),
                        yes, no);
    return text + fmt::format("Time {} {:.2f}\n\n", r.test, r.seconds);
}

std::string csv_header() { return "test,model,result,observation,states,executions,seconds\n"; }

std::string to_csv(const LitmusResult& r) {
    const bool counts = r.counted && r.answer.verdict != ir::Verdict::Unknown;
    return fmt::format("{},{},{},{},{},{},{:.6f}\n", csv_field(r.test), csv_field(r.model),
                       r.result(), r.observation(), counts ? std::to_string(r.states.size()) : "",
                       counts ? std::to_string(r.answer.executions) : "", r.seconds);
}

std::string to_json(const LitmusResult& r) {
    nlohmann::ordered_json json = {
        {"test", r.test},
        {"model", r.model},
        {"engine", r.engine},
        {"quantifier", name(r.quantifier)},
        {"condition", r.condition},
        {"result", r.result()},
        {"observation", r.observation().empty() ? nlohmann::ordered_json(nullptr)
                                                : nlohmann::ordered_json(r.observation())},
        {"reason", r.answer.reason.empty() ? nlohmann::ordered_json(nullptr)
                                           : nlohmann::ordered_json(r.answer.reason)},
        {"complete", r.answer.verdict != ir::Verdict::Unknown && !r.answer.bound_reached},
        {"seconds", r.seconds},
    };
    if (r.counted) {
        json["executions"] = r.answer.executions;
        json["satisfying"] = r.answer.satisfying;
        json["states"] = r.states;
    }
    for (const auto& [figure, value] : r.answer.stats) json["stats"][figure] = value;
    return json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

}  // namespace fencepost::cli
