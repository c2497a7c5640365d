// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// One thread to guarded straight-line events.
#pragma once

#include "frontend/litmus/lower.h"
#include "frontend/litmus/machine.h"

namespace fencepost::frontend::litmus {

/// Adds the events of `thread`, its cuts and when it completes, and fills `thread.final`.
void lower_thread(LoweredThread& thread, ir::ThreadId id, const InstructionSet& isa,
                  ir::Builder& builder, Emitter& emit, int unroll);

}  // namespace fencepost::frontend::litmus
