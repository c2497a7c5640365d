// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// The end of a round: who can reach what, and is the result a program already?
#pragma once

#include "frontend/llvm/round.h"

namespace fencepost::frontend::llvm_ir {

/// Checks the assumptions of the round. True: they hold, and the builder has all objects.
/// False: the knowledge has grown, lower again. Throws ir::Unsupported for accesses of
/// different sizes to the same bytes.
bool end_round(Round& round);

/// Gives the program the condition that no threads wait forever (deadlock.cpp). After the
/// last round.
void ask_deadlock(Round& round);

}  // namespace fencepost::frontend::llvm_ir
