// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// From the parsed test to the event program: decodes the code, places the locations,
// lowers every thread and adds the final-state condition.
#pragma once

#include <string>
#include <vector>

#include "frontend/litmus/ast.h"
#include "frontend/litmus/machine.h"

namespace fencepost::frontend::litmus {

/// A thread before and after it is lowered.
struct LoweredThread {
    Registers registers;
    std::vector<Instruction> code;
    /// Declared type of each register.
    std::vector<Type> types;
    State initial;
    /// When the thread has ended.
    State final;
};

ir::Program lower(const Test& test, const std::string& file, int unroll);

}  // namespace fencepost::frontend::litmus
