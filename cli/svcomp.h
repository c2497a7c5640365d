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

/// The competition's name of a property of ours, and back; empty if there is none.
std::string competition_name(const std::string& property);
std::string own_name(const std::string& competition_name);

/// "VERDICT: TRUE", "VERDICT: FALSE(no-overflow)" or "VERDICT: UNKNOWN (out of time)".
std::string verdict_line(const CheckResult& result);
std::string unknown_line(std::string reason);

}  // namespace fencepost::cli
