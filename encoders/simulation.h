// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
#pragma once

#include "encoders/automaton.h"

namespace fencepost::encoders {

/// Leaves out transitions that another one stands for, and states that this makes unreachable;
/// says which states cover which (Automaton::covers).
Automaton simplify(Automaton automaton, const Facts& facts);

}  // namespace fencepost::encoders
