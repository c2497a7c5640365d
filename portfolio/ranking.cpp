// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
#include "portfolio/ranking.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace fencepost::portfolio {

namespace {

/// Above this many choices an explorer is a long shot, below it is done before a solver has its
/// formula.
constexpr double many_choices = 40;

bool explorer_first(const Features& features, const ir::Question& question) {
    if (question.executions) return true;
    return features.inputs == 0 && features.log_choices < many_choices;
}

}  // namespace

Features features(const ir::Program& program) {
    Features result{.events = program.events().size(), .inputs = program.inputs().size()};
    const ir::ExprPool& exprs = program.exprs();
    // Writes by address; those whose address is not constant may be to anywhere.
    std::map<uint64_t, double> writes;
    double anywhere = 0, all = 0;
    for (const ir::Event& event : program.events()) {
        if (event.kind != ir::EventKind::Write) continue;
        ++all;
        if (exprs.is_const(event.address))
            ++writes[exprs.node(event.address).imm];
        else
            ++anywhere;
    }
    for (const ir::Event& event : program.events()) {
        if (event.kind != ir::EventKind::Read) continue;
        double sources = 1 + anywhere;
        if (!exprs.is_const(event.address))
            sources = 1 + all;
        else if (const auto found = writes.find(exprs.node(event.address).imm);
                 found != writes.end())
            sources += found->second;
        result.log_choices += std::log2(sources);
    }
    return result;
}

std::vector<Engine> ranked(std::vector<Engine> engines, const Features& features,
                           const ir::Question& question) {
    const bool explore = explorer_first(features, question);
    const auto rank = [&](const Engine& engine) {
        if (engine.name == "rsmc") return explore ? 0 : 3;
        if (engine.name == "sat") return 1;
        if (engine.name == "ord") return 2;
        return engine.name == "enumerate" ? 5 : 4;
    };
    std::sort(engines.begin(), engines.end(), [&](const Engine& a, const Engine& b) {
        return rank(a) != rank(b) ? rank(a) < rank(b) : a.name < b.name;
    });
    return engines;
}

std::vector<Engine> default_entrants(const ir::Question& question) {
    std::vector<Engine> entrants;
    for (const Engine& engine : engines())
        if (engine.name != "enumerate" && (engine.counts || !question.executions))
            entrants.push_back(engine);
    return entrants;
}

}  // namespace fencepost::portfolio
