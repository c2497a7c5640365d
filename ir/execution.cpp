// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
#include "ir/execution.h"

namespace fencepost::ir {

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
