// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// `check` as the software verification competition calls it: a property file says what is
// asked, a task file (.yml) may say the rest, and the last line is the verdict in the
// competition's words. Only what is complete is TRUE.
#pragma once

#include "cli/check_result.h"
#include "cli/options.h"

namespace fencepost::cli {

/// Memory that is not freed is lost only if nothing points to it, which we do not decide.
void see_as_competition(std::vector<CheckResult>& results);

/// "VERDICT: TRUE", "VERDICT: FALSE(no-overflow)" or "VERDICT: UNKNOWN (out of time)".
std::string verdict_line(const std::vector<CheckResult>& results);
std::string unknown_line(std::string reason);

}  // namespace fencepost::cli
