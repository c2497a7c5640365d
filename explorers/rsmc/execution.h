// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// A complete run as an execution, for witnesses and for judges.
#pragma once

#include <map>

#include "explorers/rsmc/state.h"
#include "ir/execution.h"

namespace fencepost::explorers::traces {

template <unsigned Words>
ir::Execution make_execution(const State<Words>& state) {
    const Layout& layout = state.layout;
    const size_t events = layout.program.events().size();
    ir::Execution result;
    result.executed = state.leaves.happens;
    result.value.assign(events, 0);
    result.address.assign(events, 0);
    result.rf.assign(events, ir::no_event);
    result.inputs = state.leaves.input;
    std::map<ir::Location, std::vector<ir::EventId>> co;
    for (const auto& steps : layout.steps) {
        for (const Step& step : steps) {
            if (!result.executed[step.event]) continue;
            if (step.access == none) {
                if (step.value.valid()) result.value[step.event] = step.value.get(state.leaves);
                continue;
            }
            const Place<Words>& place = state.place_of(step.access);
            result.value[step.event] = state.access[step.access].value;
            result.address[step.event] = place.location.address;
            if (!layout.accesses[step.access].is_write) {
                const uint32_t source = state.memory.source(step.access);
                result.rf[step.event] =
                    source == none ? ir::initial_write : layout.accesses[source].event;
            }
            auto& writes = co[place.location];
            if (writes.empty())
                for (uint32_t w : place.co) writes.push_back(layout.accesses[w].event);
        }
    }
    for (auto& [location, writes] : co) result.co.push_back({location, std::move(writes)});
    return result;
}

}  // namespace fencepost::explorers::traces
