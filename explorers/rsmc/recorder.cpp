// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Two choices of inputs may give the same execution (events, rf, co): with inputs, the
// executions seen are remembered and counted in the end, so that each counts once. It is
// complete, or satisfies the proposition, if it does so for some choice. Without inputs
// nothing is remembered but the final states.
#include "explorers/rsmc/recorder.h"

#include <algorithm>

namespace fencepost::explorers::traces {

using ir::EventId;

Recorder::Recorder(const ir::Program& program, const ir::Question& question)
    : program_(program), question_(question), has_assertions_(ir::has_assertions(program)) {}

size_t Recorder::Hash::operator()(const std::vector<uint64_t>& values) const {
    uint64_t hash = values.size();
    for (uint64_t v : values) {
        hash = (hash ^ v) * 0x9E3779B97F4A7C15u;
        hash ^= hash >> 29;
    }
    return hash;
}

Recorder::Class Recorder::classify(const Layout& layout, const Leaves& leaves) const {
    Class kind;
    for (const Formula& completed : layout.completed)
        if (completed.get(leaves) == 0) kind.is_complete = false;
    for (const Formula& cut : layout.cuts)
        if (cut.get(leaves) != 0) kind.is_cut = true;
    if (program_.condition() && kind.is_complete)
        kind.satisfies = layout.proposition.get(leaves) != 0;
    for (const auto& [thread, index] : layout.assertions) {
        const Step& step = layout.steps[thread][index];
        if (leaves.happens[step.event] && step.value.get(leaves) == 0) kind.fails_assertion = true;
    }
    return kind;
}

bool Recorder::adds_something(const Class& kind) const {
    if (kind.fails_assertion && !failed_) return true;
    if (kind.is_cut && !answer_.bound_reached) return true;
    if (!program_.condition() || !kind.is_complete) return false;
    return kind.satisfies ? !answer_.satisfied : !answer_.refuted;
}

void Recorder::note(const Class& kind) {
    if (kind.is_cut) answer_.bound_reached = true;
    if (kind.fails_assertion) failed_ = true;
    if (kind.is_complete) (kind.satisfies ? answer_.satisfied : answer_.refuted) = true;
}

void Recorder::count(const Class& kind) {
    if (!kind.is_complete) {
        ++answer_.blocked;
        return;
    }
    ++answer_.executions;
    if (kind.satisfies) ++answer_.satisfying;
}

void Recorder::add_state(const Layout& layout, const Leaves& leaves) {
    values_.clear();
    for (const Formula& item : layout.observed) values_.push_back(item.get(leaves));
    ++new_states_[values_];
}

void Recorder::end_choice(uint64_t weight) {
    for (const auto& [values, executions] : new_states_) states_[values] += weight * executions;
    new_states_.clear();
}

void Recorder::remember(const Class& kind, const ir::Execution& execution) {
    add_seen(ir::identity(execution), kind);
}

void Recorder::add_seen(const std::vector<uint64_t>& key, const Class& kind) {
    const auto [entry, is_new] = seen_.try_emplace(key, kind);
    if (is_new) return;
    entry->second.is_complete |= kind.is_complete;
    entry->second.satisfies |= kind.satisfies;
}

std::string Recorder::outside_reason(const ir::Execution& execution) const {
    for (EventId id = 0; id < program_.events().size(); ++id) {
        const ir::Event& e = program_.event(id);
        if (execution.executed[id] && e.is_access() &&
            program_.object_at(execution.address[id], e.size) == nullptr)
            return program_.describe(e.location) + ": access to " +
                   program_.describe_address(execution.address[id]) + ", which is in no object";
    }
    return "access outside of every object";
}

bool Recorder::is_finished() const {
    if (question_.executions) return false;
    if (failed_) return true;
    if (has_assertions_ || !program_.condition()) return false;
    const bool cuts_known = program_.cuts().empty() || answer_.bound_reached;
    return answer_.satisfied && answer_.refuted && cuts_known;
}

void Recorder::merge(const Recorder& other) {
    const ir::Answer& theirs = other.answer_;
    answer_.bound_reached |= theirs.bound_reached;
    answer_.satisfied |= theirs.satisfied;
    answer_.refuted |= theirs.refuted;
    failed_ |= other.failed_;
    answer_.executions += theirs.executions;
    answer_.satisfying += theirs.satisfying;
    answer_.blocked += theirs.blocked;
    answer_.candidates += theirs.candidates;
    if (answer_.reason.empty()) answer_.reason = theirs.reason;
    if (!answer_.witness) answer_.witness = theirs.witness;
    for (const auto& [values, executions] : other.states_) states_[values] += executions;
    for (const auto& [execution, kind] : other.seen_) add_seen(execution, kind);
}

ir::Answer Recorder::answer() {
    if (answer_.reason.empty() || ir::is_conclusive(program_, answer_, failed_)) {
        answer_.verdict = ir::verdict_of(program_, answer_, failed_);
        answer_.reason.clear();
    }
    for (const auto& [execution, kind] : seen_) count(kind);
    ir::Answer result = std::move(answer_);
    for (const auto& [values, executions] : states_) result.states.push_back({values, executions});
    std::sort(result.states.begin(), result.states.end(),
              [](const auto& a, const auto& b) { return a.values < b.values; });
    return result;
}

}  // namespace fencepost::explorers::traces
