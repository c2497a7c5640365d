// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Programs of "Stateless Model Checking for POWER" and classic mutual exclusion algorithms,
// written as IR, in sizes that can be chosen.
#pragma once

#include <string>

#include "ir/program.h"

namespace fencepost::benchmarks {

/// Figure 11: store buffering that guards `writes` writes of one variable on each side.
ir::Program sb_writes(unsigned writes, bool fenced);
/// Figure 2.
ir::Program lb_data();

/// Mutual exclusion between two threads that each try to enter `rounds` times, reading the
/// other's flag up to `spins` times; a counter in the critical section is asserted.
ir::Program peterson(unsigned rounds, unsigned spins, bool fenced);
ir::Program dekker(unsigned rounds, unsigned spins, bool fenced);
ir::Program szymanski(unsigned rounds, unsigned spins, bool fenced);
ir::Program lamport(unsigned rounds, unsigned spins, bool fenced);

/// `threads` threads each increment one counter `rounds` times, atomically.
ir::Program increments(unsigned threads, unsigned rounds);

}  // namespace fencepost::benchmarks
