// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Every coherence order for a choice of rf: the "co half" of the candidate executions.
#pragma once

#include <functional>
#include <vector>

#include "ir/execution.h"
#include "ir/program.h"

namespace fencepost::explorers {

class CoSearch {
  public:
    /// Returns false to end the search.
    using Visit = std::function<bool(const ir::Execution&)>;

    /// With `coherent`, only orders that keep every location coherent are visited.
    CoSearch(const ir::Program& program, bool coherent);

    /// Fills in execution.co in every way. Returns false if `visit` did. Throws Unsupported
    /// when accesses overlap without being of one location.
    bool run(ir::Execution& execution, const Visit& visit);

  private:
    /// One location: its writes, and for each of them those that must come before.
    struct Place {
        ir::Location location;
        std::vector<ir::EventId> writes;
        std::vector<uint64_t> before;
    };

    void find_places(const ir::Execution& execution);
    bool constrain_waits(Place& place, const ir::Execution& execution) const;
    bool constrain(Place& place, const ir::Execution& execution) const;
    bool search(ir::Execution& execution, size_t place, uint64_t placed, const Visit& visit);

    const ir::Program& program_;
    const bool coherent_;
    std::vector<Place> places_;
    std::vector<ir::EventId> accesses_;
};

}  // namespace fencepost::explorers
