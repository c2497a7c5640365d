// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Data races (ir/race.h) as a literal.
#pragma once

#include <functional>

#include "encoders/choices.h"

namespace fencepost::encoders {

/// A literal that can be true in exactly those executions that have a data race between accesses
/// of one location. `poll` is called now and then and may throw to give up.
Lit encode_races(Choices& choices, const std::function<void()>& poll);

}  // namespace fencepost::encoders
