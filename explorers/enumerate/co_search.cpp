// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// For each location, all orders of its executed writes. Where the model implies coherence
// (acyclic(po-loc | rf | co | fr), Herding Cats' "SC per location") the order is generated
// as a linear extension of what rf already says; the five patterns of that paper, each
// read as "must come before in co":
//
//     w1 po w2                                  w1 before w2      (coWW)
//     r po w2, r reads w1                       w1 before w2      (coRW; w1 = w2: impossible)
//     w1 po r, r reads w2 ≠ w1                  w1 before w2      (coWR; w2 initial: impossible)
//     r1 po r2, r1 reads w1, r2 reads w2 ≠ w1   w1 before w2      (coRR; w2 initial: impossible)
//
// all at one location. The model is still asked about every candidate, coherence included:
// this is pruning, not judging.
#include "explorers/enumerate/co_search.h"

#include <fmt/format.h>

#include <algorithm>

#include "ir/errors.h"

namespace fencepost::explorers {

using ir::Event;
using ir::EventId;

CoSearch::CoSearch(const ir::Program& program, bool coherent)
    : program_(program), coherent_(coherent) {}

bool CoSearch::run(ir::Execution& execution, const Visit& visit) {
    find_places(execution);
    for (Place& place : places_) {
        if (!constrain_waits(place, execution)) return true;
        if (coherent_ && !constrain(place, execution)) return true;
    }
    execution.co.clear();
    for (const Place& place : places_) execution.co.push_back({place.location, {}});
    return search(execution, 0, 0, visit);
}

void CoSearch::find_places(const ir::Execution& execution) {
    accesses_.clear();
    for (EventId id = 0; id < program_.events().size(); ++id)
        if (execution.executed[id] && program_.event(id).is_access()) accesses_.push_back(id);
    const auto location = [&](EventId id) {
        return ir::Location{execution.address[id], program_.event(id).size};
    };
    std::sort(accesses_.begin(), accesses_.end(), [&](EventId a, EventId b) {
        return std::pair(location(a), a) < std::pair(location(b), b);
    });
    places_.clear();
    for (EventId id : accesses_) {
        const ir::Location here = location(id);
        if (places_.empty() || places_.back().location != here) {
            if (!places_.empty() &&
                here.address - places_.back().location.address < places_.back().location.size) {
                throw ir::Unsupported({program_.describe(program_.event(id).location), 0, 0},
                                      fmt::format("accesses of different size overlap at {}",
                                                  program_.describe_address(here.address)));
            }
            places_.push_back({here, {}, {}});
        }
        if (program_.event(id).is_write()) places_.back().writes.push_back(id);
    }
    for (Place& place : places_) {
        if (place.writes.size() > 64) {
            throw ir::Unsupported(fmt::format(
                "engine `enumerate` orders up to 64 writes of one location; {} has {}",
                program_.describe_address(place.location.address), place.writes.size()));
        }
        place.before.assign(place.writes.size(), 0);
    }
}

/// A lock that waits reads the last write (ir/execution.h). False when that cannot be.
bool CoSearch::constrain_waits(Place& place, const ir::Execution& execution) const {
    EventId last = ir::no_event;
    for (EventId id : accesses_) {
        const Event& e = program_.event(id);
        const bool is_here = ir::Location{execution.address[id], e.size} == place.location;
        if (e.kind != ir::EventKind::Lock || !is_here || execution.value[id] == 0) continue;
        if (last != ir::no_event && last != execution.rf[id]) return false;
        last = execution.rf[id];
    }
    if (last == ir::no_event) return true;
    if (last == ir::initial_write) return place.writes.empty();
    for (size_t i = 0; i < place.writes.size(); ++i)
        if (place.writes[i] == last)
            place.before[i] = (uint64_t{2} << (place.writes.size() - 1)) - 1 - (uint64_t{1} << i);
    return true;
}

/// Collects the must-come-before pairs. False when no coherent order exists because a read
/// sees a later write of its thread or initial memory behind a write.
bool CoSearch::constrain(Place& place, const ir::Execution& execution) const {
    constexpr int none = -1;
    const auto index = [&](EventId write) {
        const auto found = std::find(place.writes.begin(), place.writes.end(), write);
        return found == place.writes.end() ? none : static_cast<int>(found - place.writes.begin());
    };
    // The write an access shows: itself, or the source of a read (none: initial).
    const auto shown = [&](EventId id) {
        return index(program_.event(id).is_write() ? id : execution.rf[id]);
    };
    const auto here = [&](EventId id) {
        return ir::Location{execution.address[id], program_.event(id).size} == place.location;
    };
    for (EventId a : accesses_) {
        if (!here(a)) continue;
        for (EventId b : accesses_) {
            const Event& first = program_.event(a);
            const Event& second = program_.event(b);
            if (first.thread != second.thread || first.position >= second.position || !here(b))
                continue;
            const int w1 = shown(a);
            const int w2 = shown(b);
            if (w1 == none) continue;  // initial memory comes before everything
            if (w2 == none) return false;
            if (w1 == w2) {
                if (second.is_write()) return false;  // a read before the write it reads
                continue;
            }
            place.before[static_cast<size_t>(w2)] |= uint64_t{1} << w1;
        }
    }
    return true;
}

/// Extends the order of `places_[place]`, of which `placed` is in execution.co already.
bool CoSearch::search(ir::Execution& execution, size_t place, uint64_t placed, const Visit& visit) {
    if (place == places_.size()) return visit(execution);
    const Place& here = places_[place];
    std::vector<EventId>& order = execution.co[place].writes;
    if (order.size() == here.writes.size()) return search(execution, place + 1, 0, visit);
    for (size_t i = 0; i < here.writes.size(); ++i) {
        const uint64_t bit = uint64_t{1} << i;
        if ((placed & bit) != 0 || (here.before[i] & ~placed) != 0) continue;
        order.push_back(here.writes[i]);
        const bool go_on = search(execution, place, placed | bit, visit);
        order.pop_back();
        if (!go_on) return false;
    }
    return true;
}

}  // namespace fencepost::explorers
