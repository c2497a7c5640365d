// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// One number per meaning; README has the same table (a test compares).
#pragma once

#include <cstdint>

namespace fencepost::cli {

enum class ExitCode : uint8_t {
    Holds = 0,
    BadUsage = 1,
    BadInput = 2,
    Unknown = 5,
    InternalError = 6,
    Violated = 10,
};

}  // namespace fencepost::cli
