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
constexpr double many_choices = 120;

/// Names, strongest first. The first two should be different in kind: on two cores, one explorer
/// and one solver lose to nobody by much. Z3 simplifies arithmetic before it turns it into bits.
std::vector<std::string_view> order(const Features& features, const ir::Question& question) {
    if (question.executions) return {"rsmc", "ord", "sat", "smt", "enumerate"};
    if (features.inputs > 0 && features.nonlinear > 0)
        return {"smt", "sat", "ord", "rsmc", "enumerate"};
    if (features.inputs > 0) return {"sat", "ord", "smt", "rsmc", "enumerate"};
    if (features.log_choices > many_choices) return {"ord", "rsmc", "sat", "smt", "enumerate"};
    return {"rsmc", "ord", "sat", "smt", "enumerate"};
}

bool is_nonlinear(const ir::ExprPool& exprs, const ir::ExprNode& node) {
    switch (node.op) {
        case ir::Op::Mul:
        case ir::Op::UDiv:
        case ir::Op::SDiv:
        case ir::Op::URem:
        case ir::Op::SRem:
            return !exprs.is_const(node.a) && !exprs.is_const(node.b);
        default:
            return false;
    }
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
    for (uint32_t i = 0; i < exprs.size(); ++i)
        result.nonlinear += is_nonlinear(exprs, exprs.node(ir::Expr{i}));
    return result;
}

std::vector<Engine> ranked(std::vector<Engine> engines, const Features& features,
                           const ir::Question& question) {
    const std::vector<std::string_view> names = order(features, question);
    const auto rank = [&](const Engine& engine) {
        return std::find(names.begin(), names.end(), engine.name) - names.begin();
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
