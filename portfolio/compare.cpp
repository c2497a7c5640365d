// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
#include "portfolio/compare.h"

#include <fmt/format.h>

#include <set>

namespace fencepost::portfolio {

namespace {

std::set<std::vector<uint64_t>> states(const ir::Answer& answer) {
    std::set<std::vector<uint64_t>> result;
    for (const ir::FinalState& state : answer.states) result.insert(state.values);
    return result;
}

std::string differ(const char* what, auto a, auto b) {
    return fmt::format("{}: {} against {}", what, a, b);
}

std::optional<std::string> counts_differ(const ir::Answer& a, const ir::Answer& b) {
    if (a.executions != b.executions) return differ("executions", a.executions, b.executions);
    if (a.satisfying != b.satisfying) return differ("satisfying", a.satisfying, b.satisfying);
    if (states(a) != states(b))
        return differ("final states", a.states.size(), b.states.size()) + " (or other ones)";
    return std::nullopt;
}

}  // namespace

std::optional<std::string> contradiction(const ir::Answer& a, const ir::Answer& b,
                                         const ir::Question& question) {
    if (a.verdict == ir::Verdict::Unknown || b.verdict == ir::Verdict::Unknown) return std::nullopt;
    if (a.verdict != b.verdict) return differ("verdict", name(a.verdict), name(b.verdict));
    if (question.executions)
        if (auto found = counts_differ(a, b)) return found;
    // Without counting, an engine stops as soon as the verdict is known.
    if (question.executions || a.verdict == ir::Verdict::Holds) {
        if (a.satisfied != b.satisfied) return differ("satisfied", a.satisfied, b.satisfied);
        if (a.refuted != b.refuted) return differ("refuted", a.refuted, b.refuted);
        // An `exists` is decided before all bounds are seen.
        if (!a.satisfied && a.bound_reached != b.bound_reached)
            return differ("bound reached", a.bound_reached, b.bound_reached);
    }
    return std::nullopt;
}

}  // namespace fencepost::portfolio
