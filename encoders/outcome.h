// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// What an execution means for the program's questions, evaluated without a solver.
#pragma once

#include "ir/evaluate.h"
#include "ir/execution.h"
#include "ir/program.h"

namespace fencepost::encoders {

struct Outcome {
    bool complete = true;
    bool cut = false;
    /// The proposition of the condition, if complete.
    bool satisfies = false;
    bool fails_assertion = false;
    /// Values of Program::observed(), if asked for and complete.
    std::vector<uint64_t> observed;
};

Outcome find_outcome(const ir::Program& program, const ir::Execution& execution, bool observe);

}  // namespace fencepost::encoders
