// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
#include "witness/story.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>

#include "ir/evaluate.h"
#include "ir/support.h"

namespace fencepost::witness {

using ir::Event;
using ir::EventId;
using ir::EventKind;

namespace {

/// Who must come before whom, as lists of predecessors.
using Before = std::vector<std::vector<EventId>>;

void add_program_order(const ir::Program& program, const ir::Execution& execution, Before& before) {
    for (const ir::Thread& thread : program.threads()) {
        EventId last = ir::no_event;
        for (EventId id : thread.events) {
            if (execution.executed[id] == 0) continue;
            if (last != ir::no_event) before[id].push_back(last);
            last = id;
        }
    }
}

void add_reads(const ir::Program& program, const ir::Execution& execution, bool threads_only,
               Before& before) {
    for (EventId id = 0; id < program.events().size(); ++id) {
        const Event& e = program.event(id);
        if (execution.executed[id] == 0 || !e.is_read()) continue;
        const bool plain = e.kind == EventKind::Read;
        if (execution.rf[id] != ir::initial_write && !(plain && threads_only))
            before[id].push_back(execution.rf[id]);
    }
}

void add_memory_order(const ir::Program& program, const ir::Execution& execution, Before& before) {
    for (const ir::CoherenceOrder& order : execution.co)
        for (size_t i = 1; i < order.writes.size(); ++i)
            before[order.writes[i]].push_back(order.writes[i - 1]);
    for (EventId id = 0; id < program.events().size(); ++id) {
        const Event& e = program.event(id);
        if (execution.executed[id] == 0 || !e.is_read()) continue;
        for (const ir::CoherenceOrder& order : execution.co) {
            if (order.location != ir::Location{execution.address[id], e.size}) continue;
            auto next = order.writes.begin();
            if (execution.rf[id] != ir::initial_write)
                next = std::find(next, order.writes.end(), execution.rf[id]) + 1;
            if (next != order.writes.end() && *next != id) before[*next].push_back(id);
        }
    }
}

/// Everything that must come before `target`, and it.
std::vector<bool> needed_for(EventId target, const Before& before) {
    std::vector<bool> needed(before.size(), false);
    std::vector<EventId> work{target};
    needed[target] = true;
    while (!work.empty()) {
        const EventId id = work.back();
        work.pop_back();
        for (EventId earlier : before[id]) {
            if (needed[earlier]) continue;
            needed[earlier] = true;
            work.push_back(earlier);
        }
    }
    return needed;
}

/// The needed events one after the other, staying in a thread as long as possible; nullopt if
/// there is a cycle.
std::optional<std::vector<EventId>> sequence(const ir::Program& program, const Before& before,
                                             const std::vector<bool>& needed) {
    std::vector<size_t> waits_for(before.size(), 0);
    std::vector<std::vector<EventId>> after(before.size());
    size_t total = 0;
    for (EventId id = 0; id < before.size(); ++id) {
        if (!needed[id]) continue;
        ++total;
        for (EventId earlier : before[id]) {
            ++waits_for[id];
            after[earlier].push_back(id);
        }
    }
    std::vector<EventId> ready;
    for (EventId id = 0; id < before.size(); ++id)
        if (needed[id] && waits_for[id] == 0) ready.push_back(id);
    std::vector<EventId> order;
    ir::ThreadId current = 0;
    while (!ready.empty()) {
        auto next = std::find_if(ready.begin(), ready.end(),
                                 [&](EventId id) { return program.event(id).thread == current; });
        if (next == ready.end()) next = std::min_element(ready.begin(), ready.end());
        const EventId id = *next;
        ready.erase(next);
        current = program.event(id).thread;
        order.push_back(id);
        for (EventId later : after[id])
            if (needed[later] && --waits_for[later] == 0) ready.push_back(later);
    }
    if (order.size() != total) return std::nullopt;
    return order;
}

EventId find_target(const ir::Program& program, const ir::Execution& execution) {
    for (EventId id = 0; id < program.events().size(); ++id)
        if (program.event(id).kind == EventKind::Assert && execution.executed[id] != 0 &&
            execution.value[id] == 0)
            return id;
    return ir::no_event;
}

bool is_identifier(const std::string& name) {
    return !name.empty() && std::all_of(name.begin(), name.end(), [](unsigned char c) {
        return std::isalnum(c) != 0 || c == '_';
    });
}

class Teller {
  public:
    Teller(const ir::Program& program, const ir::Execution& execution)
        : program_(program), execution_(execution), support_(program) {}

    Story tell() {
        const EventId target = find_target(program_, execution_);
        if (target == ir::no_event) return {};
        const std::vector<EventId> order = order_until(target);
        number_[0] = 0;
        for (size_t i = 0; i < order.size(); ++i) {
            const Event& e = program_.event(order[i]);
            add_inputs(order[i]);
            if (e.kind == EventKind::ThreadCreate) {
                add_create(e);
            } else if (order[i] == target) {
                story_.steps.push_back(
                    {.kind = StepKind::Target, .thread = number(e.thread), .location = e.location});
            } else if (is_turn(order, i)) {
                story_.steps.push_back({.kind = StepKind::Access,
                                        .thread = number(e.thread),
                                        .fact = fact(order[i]),
                                        .location = e.location});
            }
        }
        return std::move(story_);
    }

  private:
    std::vector<EventId> order_until(EventId target) {
        Before before(program_.events().size());
        add_program_order(program_, execution_, before);
        Before all = before;
        add_reads(program_, execution_, false, all);
        add_memory_order(program_, execution_, all);
        if (auto order = sequence(program_, all, needed_for(target, all))) return *order;
        // Not sequentially consistent: what the other threads do is told as a whole.
        story_.sequential = false;
        add_reads(program_, execution_, true, before);
        std::vector<bool> needed(before.size());
        for (EventId id = 0; id < needed.size(); ++id) needed[id] = execution_.executed[id] != 0;
        auto order = sequence(program_, before, needed).value_or(std::vector<EventId>{});
        const auto end = std::find(order.begin(), order.end(), target);
        if (end != order.end()) order.erase(end, order.end());
        order.push_back(target);
        return order;
    }

    uint32_t number(ir::ThreadId thread) const {
        const auto found = number_.find(thread);
        return found == number_.end() ? thread : found->second;
    }

    void add_create(const Event& e) {
        const auto fresh = static_cast<uint32_t>(number_.size());
        number_.try_emplace(e.target, fresh);
        const std::string& name = program_.threads()[e.target].name;
        story_.steps.push_back({.kind = StepKind::Create,
                                .thread = number(e.thread),
                                .created = fresh,
                                .function = name.substr(0, name.find('#')),
                                .location = e.location});
    }

    /// Nondeterministic values are told when they are first used. Their names say where they
    /// come from: "__VERIFIER_nondet_int:12".
    void add_inputs(EventId id) {
        for (const uint32_t input : support_.inputs_of(id)) {
            if (std::find(told_.begin(), told_.end(), input) != told_.end()) continue;
            told_.push_back(input);
            const ir::Input& in = program_.inputs()[input];
            const size_t colon = in.name.rfind(':');
            if (colon == std::string::npos) continue;
            const std::string function = in.name.substr(0, colon);
            uint32_t line = 0;
            std::from_chars(in.name.data() + colon + 1, in.name.data() + in.name.size(), line);
            if (line == 0 || !is_identifier(function)) continue;
            const auto value = ir::to_signed(execution_.inputs[input], in.width);
            story_.steps.push_back(
                {.kind = StepKind::Input,
                 .thread = number(program_.event(id).thread),
                 .function = function,
                 .fact = in.width == 1 ? std::to_string(value & 1) : std::to_string(value),
                 .location = {program_.event(id).location.file, line, 0}});
        }
    }

    bool is_access(EventId id) const {
        const EventKind kind = program_.event(id).kind;
        return (kind == EventKind::Read || kind == EventKind::Write) &&
               program_.event(id).location.line > 0;
    }

    /// First or last access of a stretch of one thread.
    bool is_turn(const std::vector<EventId>& order, size_t at) const {
        if (!is_access(order[at])) return false;
        const auto same = [&](size_t i) {
            return is_access(order[i]) &&
                   program_.event(order[i]).thread == program_.event(order[at]).thread;
        };
        size_t next = at + 1;
        while (next < order.size() && !is_access(order[next])) ++next;
        size_t last = at;
        while (last > 0 && !is_access(order[last - 1])) --last;
        return last == 0 || !same(last - 1) || next == order.size() || !same(next);
    }

    /// "x == 1", for a read of a whole variable with a name. The type is not known here, so
    /// only numbers that mean the same in every type are told.
    std::string fact(EventId id) const {
        const Event& e = program_.event(id);
        if (!story_.sequential || !e.is_read()) return {};
        const uint64_t value = execution_.value[id];
        const ir::MemoryObject* object = program_.object_at(execution_.address[id], e.size);
        if (object == nullptr || object->address != execution_.address[id] ||
            object->size != e.size || !is_identifier(object->name))
            return {};
        const uint64_t limit = e.size == 1 ? 1u << 7 : 1u << 15;
        return value < limit ? fmt::format("{} == {}", object->name, value) : "";
    }

    const ir::Program& program_;
    const ir::Execution& execution_;
    const ir::Support support_;
    std::map<ir::ThreadId, uint32_t> number_;
    std::vector<uint32_t> told_;
    Story story_;
};

}  // namespace

Story tell(const ir::Program& program, const ir::Execution& execution) {
    return Teller(program, execution).tell();
}

}  // namespace fencepost::witness
