// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
#include "ir/execution.h"

#include <algorithm>

#include "ir/program.h"

namespace fencepost::ir {

bool waits_are_final(const Program& program, const Execution& execution) {
    for (EventId id = 0; id < execution.executed.size(); ++id) {
        if (program.event(id).kind != EventKind::Lock || !execution.executed[id] ||
            execution.value[id] == 0)
            continue;
        const Location location{execution.address[id], program.event(id).size};
        const auto order =
            std::find_if(execution.co.begin(), execution.co.end(),
                         [&](const CoherenceOrder& o) { return o.location == location; });
        const bool is_initial = order == execution.co.end() || order->writes.empty();
        if (execution.rf[id] != (is_initial ? initial_write : order->writes.back())) return false;
    }
    return true;
}

std::vector<uint64_t> identity(const Execution& execution) {
    constexpr uint64_t did_not_happen = uint64_t{1} << 32;  // no event has this number
    std::vector<uint64_t> result(execution.rf.begin(), execution.rf.end());
    for (EventId id = 0; id < result.size(); ++id)
        if (!execution.executed[id]) result[id] = did_not_happen;
    for (const CoherenceOrder& order : execution.co) {
        result.push_back(order.location.address);
        result.push_back(order.writes.size());
        result.insert(result.end(), order.writes.begin(), order.writes.end());
    }
    return result;
}

}  // namespace fencepost::ir
