// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
#pragma once

#include <optional>
#include <string>

#include "ir/program.h"

namespace fencepost::ir {

/// The first rule of the IR that the program breaks, in words, or nullopt.
std::optional<std::string> find_problem(const Program& program);

}  // namespace fencepost::ir
