// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
#include "witness/picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "ir/evaluate.h"

namespace fencepost::witness {

using ir::Event;
using ir::EventId;
using ir::EventKind;

std::string letter(size_t index) {
    const std::string name(1, static_cast<char>('a' + index % 26));
    return index < 26 ? name : fmt::format("{}{}", name, index / 26);
}

namespace {

std::string value_text(const ir::Program& program, uint64_t value, unsigned width) {
    const ir::MemoryObject* object = program.object_at(value, 1);
    if (object != nullptr && width >= 32) return program.describe_address(value);
    return fmt::format("{}", ir::to_signed(value, width));
}

std::string access_text(const ir::Program& program, uint64_t address, uint64_t value,
                        unsigned size) {
    return fmt::format("[{}]={}", program.describe_address(address),
                       value_text(program, value, 8 * size));
}

}  // namespace

std::string describe_failure(const ir::Program& program, const Event& assertion) {
    std::string text(ir::meaning(assertion.failure));
    if (assertion.detail != 0) text += ": " + program.details()[assertion.detail];
    return text;
}

std::string describe_event(const ir::Program& program, const ir::Execution& execution, EventId id) {
    const Event& e = program.event(id);
    switch (e.kind) {
        case EventKind::Lock:
            if (execution.value[id] != 0)
                return fmt::format("waits for {}", program.describe_address(execution.address[id]));
            [[fallthrough]];
        case EventKind::Read:
        case EventKind::Write:
            return fmt::format(
                "{}{}{}", e.is_read() ? "R" : "W", e.exclusive ? "*" : "",
                access_text(program, execution.address[id], execution.value[id], e.size));
        case EventKind::Fence:
            return fmt::format("F {}", name(e.fence));
        case EventKind::Branch:
        case EventKind::Assume:
            return fmt::format("{} {}", name(e.kind), execution.value[id] != 0 ? "true" : "false");
        case EventKind::Assert:
            return execution.value[id] != 0 ? "assert" : describe_failure(program, e);
        case EventKind::ThreadCreate:
        case EventKind::ThreadBegin:
        case EventKind::ThreadEnd:
        case EventKind::ThreadJoin:
            return fmt::format("{} {}", name(e.kind), program.threads()[e.target].name);
        case EventKind::Take:
        case EventKind::Unlock:
            return fmt::format("{} {}", e.kind == EventKind::Take ? "lock" : "unlock",
                               program.describe_address(execution.address[id]));
    }
    return "?";
}

namespace {

class Drawing {
  public:
    Drawing(const ir::Program& program, const ir::Execution& execution)
        : program_(program), execution_(execution) {}

    Picture draw() {
        picture_.title = program_.name();
        picture_.columns.emplace_back("");
        for (const ir::Thread& thread : program_.threads()) add_thread(thread);
        for (EventId id = 0; id < program_.events().size(); ++id)
            if (node_.count(id) != 0) add_incoming(id);
        for (const ir::CoherenceOrder& order : execution_.co) add_coherence(order);
        if (initial_.empty()) return std::move(picture_);
        picture_.columns[0] = "initially";
        return std::move(picture_);
    }

  private:
    // How threads start and end is known, and that a mutex fences; without it the page shows
    // what matters. A lock that succeeds is shown as its take.
    bool is_shown(EventId id) const {
        const Event& e = program_.event(id);
        if (execution_.executed[id] == 0 || ir::is_about_threads(e.kind)) return false;
        if (e.kind == EventKind::Assert) return execution_.value[id] == 0;
        if (e.kind == EventKind::Lock) return execution_.value[id] != 0;
        if (e.is_fence() && e.fence == ir::FenceKind::Full) return !belongs_to_other_event(e);
        return ir::event_class(e.kind) != ir::EventClass::None;
    }

    /// The fence before a create, an end or an unlock, or behind a begin, a join or a take
    /// (ir/builder.h).
    bool belongs_to_other_event(const Event& fence) const {
        const std::vector<EventId>& events = program_.threads()[fence.thread].events;
        const auto is_at = [&](uint32_t position, std::initializer_list<EventKind> kinds) {
            const EventId id = events[position];
            return execution_.executed[id] != 0 &&
                   std::find(kinds.begin(), kinds.end(), program_.event(id).kind) != kinds.end();
        };
        const uint32_t at = fence.position;
        if (at + 1 < events.size() &&
            is_at(at + 1, {EventKind::ThreadCreate, EventKind::ThreadEnd, EventKind::Unlock}))
            return true;
        return at > 0 &&
               is_at(at - 1, {EventKind::ThreadBegin, EventKind::ThreadJoin, EventKind::Take});
    }

    /// The lock whose write part this is, if there is one.
    EventId lock_of(const Event& e) const {
        if (e.kind == EventKind::Take)
            for (const ir::Dependency& d : program_.deps().get(e.rmw))
                if (program_.event(d.read).kind == EventKind::Lock) return d.read;
        return ir::no_event;
    }

    void add_thread(const ir::Thread& thread) {
        if (std::none_of(thread.events.begin(), thread.events.end(),
                         [&](EventId id) { return is_shown(id); }))
            return;
        const auto column = static_cast<uint32_t>(picture_.columns.size());
        picture_.columns.push_back(thread.name);
        uint32_t row = 0;
        for (EventId id : thread.events) {
            if (!is_shown(id)) continue;
            const size_t index = picture_.nodes.size();
            if (row > 0) add_edge(index - 1, index, "po");
            node_[id] = index;
            const EventId lock = lock_of(program_.event(id));
            if (lock != ir::no_event) node_[lock] = index;
            picture_.nodes.push_back(
                {.event = id,
                 .label =
                     fmt::format("{}: {}", letter(index), describe_event(program_, execution_, id)),
                 .column = column,
                 .row = row++,
                 .bad = program_.event(id).kind == EventKind::Assert,
                 .lock = lock});
        }
    }

    /// The initial write of a location; it appears when something reads it.
    size_t initial(ir::Location location, uint64_t value) {
        const auto [found, fresh] = initial_.try_emplace(location, picture_.nodes.size());
        if (fresh) {
            picture_.nodes.push_back(
                {.event = ir::initial_write,
                 .label = "W" + access_text(program_, location.address, value, location.size),
                 .column = 0,
                 .row = static_cast<uint32_t>(initial_.size() - 1)});
        }
        return found->second;
    }

    void add_incoming(EventId id) {
        const Event& e = program_.event(id);
        const size_t here = node_.at(id);
        if (e.is_read()) {
            const EventId source = execution_.rf[id];
            const ir::Location location{execution_.address[id], e.size};
            const size_t from = source == ir::initial_write
                                    ? initial(location, execution_.value[id])
                                    : node_.at(source);
            add_edge(from, here, "rf");
            add_from_read(id, location);
        }
        add_dependencies(e.addr, here, "addr");
        add_dependencies(e.data, here, "data");
        add_dependencies(e.rmw, here, "rmw");
    }

    void add_from_read(EventId read, ir::Location location) {
        for (const ir::CoherenceOrder& order : execution_.co) {
            if (order.location != location) continue;
            auto next = order.writes.begin();
            if (execution_.rf[read] != ir::initial_write)
                next = std::find(next, order.writes.end(), execution_.rf[read]) + 1;
            if (next != order.writes.end()) add_edge(node_.at(read), node_.at(*next), "fr");
        }
    }

    void add_coherence(const ir::CoherenceOrder& order) {
        for (size_t i = 1; i < order.writes.size(); ++i) {
            const auto from = node_.find(order.writes[i - 1]), to = node_.find(order.writes[i]);
            if (from != node_.end() && to != node_.end()) add_edge(from->second, to->second, "co");
        }
    }

    void add_dependencies(ir::DepSet set, size_t to, std::string_view relation) {
        for (const ir::Dependency& d : program_.deps().get(set)) {
            // Guards of dependencies are shown as taken; what did not happen is not there.
            const auto from = node_.find(d.read);
            if (from != node_.end() && program_.exprs().is_true(d.guard))
                add_edge(from->second, to, relation);
        }
    }

    void add_edge(size_t from, size_t to, std::string_view relation) {
        if (from != to) picture_.edges.push_back({from, to, relation});
    }

    const ir::Program& program_;
    const ir::Execution& execution_;
    Picture picture_;
    std::map<EventId, size_t> node_;
    std::map<ir::Location, size_t> initial_;
};

}  // namespace

Picture make_picture(const ir::Program& program, const ir::Execution& execution) {
    return Drawing(program, execution).draw();
}

}  // namespace fencepost::witness
