// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Which reads occur in an expression: the "is computed from" relation of ir/execution.h.
// It looks at terms as they stand in the program, so every engine means the same by it.
#pragma once

#include <vector>

#include "ir/execution.h"
#include "ir/program.h"

namespace fencepost::ir {

/// Reads and inputs that occur in expressions of one program.
class Support {
  public:
    explicit Support(const Program& program);

    /// Reads in the guard, address and (except for reads) value of an event; sorted.
    const std::vector<EventId>& of(EventId event) const { return events_[event]; }
    /// Inputs in them; sorted.
    const std::vector<uint32_t>& inputs_of(EventId event) const { return inputs_[event]; }

    /// Some value of the execution depends on itself through rf.
    bool has_value_cycle(const Execution& execution) const;

  private:
    std::vector<std::vector<EventId>> events_;
    std::vector<std::vector<uint32_t>> inputs_;
};

}  // namespace fencepost::ir
