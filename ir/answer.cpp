// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
#include "ir/answer.h"

#include <algorithm>

#include "ir/race.h"

namespace fencepost::ir {

std::string_view name(Verdict verdict) {
    switch (verdict) {
        case Verdict::Holds:
            return "holds";
        case Verdict::Violated:
            return "violated";
        case Verdict::Unknown:
            return "unknown";
    }
    return "unknown";
}

bool has_assertions(const Program& program) {
    return program.forbids_races() ||
           std::any_of(program.events().begin(), program.events().end(),
                       [](const Event& e) { return e.kind == EventKind::Assert; });
}

bool fails_assertion(const Program& program, const Execution& execution) {
    for (EventId id = 0; id < program.events().size(); ++id)
        if (program.event(id).kind == EventKind::Assert && execution.executed[id] != 0 &&
            execution.value[id] == 0)
            return true;
    return program.forbids_races() && find_race(program, execution).has_value();
}

Verdict verdict_of(const Program& program, const Answer& findings, bool failed) {
    bool holds = true;
    if (program.condition()) {
        switch (program.condition()->quantifier) {
            case Quantifier::Exists:
                holds = findings.satisfied;
                break;
            case Quantifier::NotExists:
                holds = !findings.satisfied;
                break;
            case Quantifier::Forall:
                holds = !findings.refuted;
                break;
        }
    }
    return holds && !failed ? Verdict::Holds : Verdict::Violated;
}

bool is_conclusive(const Program& program, const Answer& findings, bool failed) {
    if (failed) return true;
    if (!program.condition() || has_assertions(program)) return false;
    switch (program.condition()->quantifier) {
        case Quantifier::Exists:
        case Quantifier::NotExists:
            return findings.satisfied;
        case Quantifier::Forall:
            return findings.refuted;
    }
    return false;
}

}  // namespace fencepost::ir
