// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// The condition and the observed items of a test, as expressions over the ended threads
// and final memory.
#pragma once

#include "frontend/litmus/lower.h"

namespace fencepost::frontend::litmus {

struct FinalStateInputs {
    const Test& test;
    const std::string& file;
    const std::vector<LoweredThread>& threads;
    const InstructionSet& isa;
    const Symbols& symbols;
    /// Declared type of each location.
    const std::vector<Type>& types;
    /// Everything memory may hold: initial values and values of stores.
    const std::vector<ir::Expr>& memory_values;
};

void add_final_state(const FinalStateInputs& inputs, ir::Builder& builder);

}  // namespace fencepost::frontend::litmus
