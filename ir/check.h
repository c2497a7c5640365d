// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// CHECK: invariants that stay on in release builds. A verifier that continues
// after its own bug may print a wrong verdict, so a broken invariant throws
// InternalError, which `main` turns into exit code 6 and a portfolio turns into
// one engine less. The message says what should have been true.
//
// For sources only, not for headers: the tests' library has a macro of the same name.
#pragma once

#include <string>

#include "ir/errors.h"

namespace fencepost::ir {

[[noreturn]] void check_failed(const char* condition, const char* file, int line,
                               const std::string& message);

}  // namespace fencepost::ir

#define CHECK(condition, message)                                                     \
    do {                                                                              \
        if (!(condition)) [[unlikely]]                                                \
            ::fencepost::ir::check_failed(#condition, __FILE__, __LINE__, (message)); \
    } while (false)
