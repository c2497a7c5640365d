// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
#include "ir/check.h"

#include <fmt/format.h>

namespace fencepost::ir {

void check_failed(const char* condition, const char* file, int line, const std::string& message) {
    throw InternalError(fmt::format("{}:{}: {} (CHECK {})", file, line, message, condition));
}

}  // namespace fencepost::ir
