// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// A depth-first search over sources of reads. Values, addresses and guards follow from
// the sources, possibly only after further choices: in LB a read takes its value from a
// write whose value is not known yet. So the search alternates between
//
//   settle   compute every guard, address and value that the choices so far determine;
//            give up when a chosen source does not happen or has another address;
//   choose   a source for the first read that is known to happen and whose address is
//            known, or, when there is none, a value for an input that matters.
//
// When nothing is left to choose, either everything is known (a candidate), or each
// unknown value waits for another one: a value that depends on itself, which is no
// execution (ir/execution.h). Events that are not known to happen because of such a wait
// are covered by the same argument.
#include "explorers/enumerate/rf_search.h"

#include <fmt/format.h>

#include <algorithm>

#include "ir/errors.h"

namespace fencepost::explorers {

using ir::Event;
using ir::EventId;
using ir::EventKind;

namespace {
/// Inputs are tried value by value; wider ones are for the symbolic engines.
constexpr unsigned max_input_width = 8;
}  // namespace

RfSearch::RfSearch(const ir::Program& program, bool coherent)
    : program_(program), coherent_(coherent), support_(program), evaluator_(program.exprs()) {
    const size_t n = program.events().size();
    status_.assign(n, Status::Unknown);
    has_address_.assign(n, false);
    has_value_.assign(n, false);
    execution_.executed.assign(n, false);
    execution_.value.assign(n, 0);
    execution_.address.assign(n, 0);
    execution_.rf.assign(n, ir::no_event);
    execution_.inputs.assign(program.inputs().size(), 0);
    input_chosen_.assign(program.inputs().size(), false);
    for (EventId id = 0; id < n; ++id) {
        if (program.event(id).is_read()) reads_.push_back(id);
        if (program.event(id).is_write()) writes_.push_back(id);
    }
}

void RfSearch::run(const Visit& visit, const std::function<bool()>& goes_on) {
    visit_ = &visit;
    goes_on_ = &goes_on;
    search();
    undo_to(0);
}

bool RfSearch::search() {
    // A step takes longer than this question: large programs must stop as promptly as small ones.
    if (!(*goes_on_)()) return false;
    const size_t mark = trail_.size();
    bool go_on = true;
    if (settle()) {
        if (const auto read = next_read())
            go_on = try_sources(*read);
        else if (const auto input = next_input())
            go_on = try_input(*input);
        else
            go_on = report();
    }
    undo_to(mark);
    return go_on;
}

bool RfSearch::settle() {
    bool changed = true;
    while (changed) {
        changed = false;
        for (EventId id = 0; id < program_.events().size(); ++id)
            if (!settle_event(id, changed)) return false;
    }
    return true;
}

/// False when the choices contradict each other.
bool RfSearch::settle_event(EventId id, bool& changed) {
    const Event& e = program_.event(id);
    if (status_[id] == Status::Unknown) {
        const auto guard = evaluator_.value(e.guard);
        if (!guard) return true;
        status_[id] = *guard != 0 ? Status::Happens : Status::DoesNot;
        trail_.emplace_back(Change::Status, id);
        changed = true;
        // A read on a path not taken has no value; terms that mention it are not used
        // there, and 0 lets them be evaluated.
        if (*guard == 0 && e.is_read()) set_value(id, 0);
    }
    if (status_[id] != Status::Happens) return true;
    if (e.is_access() && !has_address_[id]) {
        if (const auto address = evaluator_.value(e.address)) {
            execution_.address[id] = *address;
            has_address_[id] = true;
            trail_.emplace_back(Change::Address, id);
            changed = true;
        }
    }
    if (!e.is_read()) {
        if (has_value_[id] || !e.value.valid()) return true;
        if (const auto value = evaluator_.value(e.value)) {
            set_value(id, *value);
            changed = true;
        }
        return true;
    }
    const EventId source = execution_.rf[id];
    if (source == ir::no_event) return true;
    if (source != ir::initial_write) {
        if (status_[source] == Status::DoesNot) return false;
        if (has_address_[source] && execution_.address[source] != execution_.address[id])
            return false;
    }
    if (has_value_[id]) return true;
    if (source == ir::initial_write) {
        const auto initial = program_.initial_value(execution_.address[id], e.size);
        if (!initial) {
            throw ir::Unsupported(
                {program_.describe(e.location), 0, 0},
                "a read covers only a part of an initial value (mixed-size access)");
        }
        if (const auto value = evaluator_.value(*initial)) {
            set_value(id, *value);
            changed = true;
        }
    } else if (has_value_[source] && status_[source] == Status::Happens && has_address_[source]) {
        set_value(id, execution_.value[source]);
        changed = true;
    }
    return true;
}

void RfSearch::set_value(EventId id, uint64_t value) {
    execution_.value[id] = value;
    has_value_[id] = true;
    trail_.emplace_back(Change::Value, id);
    if (program_.event(id).is_read()) evaluator_.set_read(id, value);
}

void RfSearch::undo_to(size_t mark) {
    while (trail_.size() > mark) {
        const auto [change, id] = trail_.back();
        trail_.pop_back();
        switch (change) {
            case Change::Status:
                status_[id] = Status::Unknown;
                break;
            case Change::Address:
                has_address_[id] = false;
                break;
            case Change::Value:
                has_value_[id] = false;
                if (program_.event(id).is_read()) evaluator_.set_read(id, std::nullopt);
                break;
        }
    }
}

std::optional<EventId> RfSearch::next_read() const {
    for (EventId id : reads_) {
        if (status_[id] == Status::Happens && has_address_[id] && execution_.rf[id] == ir::no_event)
            return id;
    }
    return std::nullopt;
}

/// An input that some event waits for.
std::optional<uint32_t> RfSearch::next_input() const {
    for (EventId id = 0; id < program_.events().size(); ++id) {
        const Event& e = program_.event(id);
        const bool settled = status_[id] == Status::DoesNot ||
                             (status_[id] == Status::Happens && has_value_[id] &&
                              (has_address_[id] || !e.is_access())) ||
                             (status_[id] == Status::Happens && e.is_fence());
        if (settled) continue;
        for (uint32_t input : support_.inputs_of(id))
            if (!input_chosen_[input]) return input;
    }
    // Left: inputs of initial values, conditions and final states.
    for (uint32_t input = 0; input < program_.inputs().size(); ++input)
        if (!input_chosen_[input]) return input;
    return std::nullopt;
}

bool RfSearch::plausible(EventId read, EventId write) const {
    const Event& r = program_.event(read);
    const Event& w = program_.event(write);
    if (status_[write] == Status::DoesNot) return false;
    if (has_address_[write] && execution_.address[write] != execution_.address[read]) return false;
    if (w.size != r.size) return false;  // overlaps are found when the candidate is complete
    return !(coherent_ && w.thread == r.thread && w.position > r.position);
}

bool RfSearch::try_sources(EventId read) {
    const EventKind kind = program_.event(read).kind;
    const bool waits = kind == EventKind::ThreadBegin || kind == EventKind::ThreadJoin;
    bool go_on = true;
    if (!waits) {
        execution_.rf[read] = ir::initial_write;
        go_on = search();
    }
    for (size_t i = 0; go_on && i < writes_.size(); ++i) {
        if (!plausible(read, writes_[i])) continue;
        execution_.rf[read] = writes_[i];
        go_on = search();
    }
    execution_.rf[read] = ir::no_event;
    return go_on;
}

bool RfSearch::try_input(uint32_t input) {
    const unsigned width = program_.inputs()[input].width;
    if (width > max_input_width) {
        throw ir::Unsupported(fmt::format(
            "engine `enumerate` tries every value of an input; `{}` has {} bits, {} at most are "
            "supported",
            program_.inputs()[input].name, width, max_input_width));
    }
    input_chosen_[input] = true;
    bool go_on = true;
    for (uint64_t value = 0; go_on && value <= ir::mask(width); ++value) {
        execution_.inputs[input] = value;
        evaluator_.set_input(input, value);
        go_on = search();
    }
    evaluator_.set_input(input, std::nullopt);
    execution_.inputs[input] = 0;
    input_chosen_[input] = false;
    return go_on;
}

bool RfSearch::report() {
    for (EventId id = 0; id < program_.events().size(); ++id) {
        const Event& e = program_.event(id);
        if (status_[id] == Status::DoesNot) {
            execution_.executed[id] = false;
            continue;
        }
        const bool known = status_[id] == Status::Happens && (has_value_[id] || e.is_fence()) &&
                           (has_address_[id] || !e.is_access());
        if (!known) return true;  // waits for itself
        execution_.executed[id] = true;
    }
    if (support_.has_value_cycle(execution_)) return true;
    return (*visit_)(execution_);
}

}  // namespace fencepost::explorers
