// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
#pragma once

#include <cstdint>

namespace fencepost::ir {

/// Resident bytes of this process, as of a few milliseconds ago; 0 where unknown.
uint64_t memory_in_use();

}  // namespace fencepost::ir
