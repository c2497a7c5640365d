// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Do two engines say the same? Every pair of answers to one question must; a difference is a bug
// in one of them, never a matter of taste.
#pragma once

#include <optional>
#include <string>

#include "ir/answer.h"

namespace fencepost::portfolio {

/// How two answers to one question contradict each other; nullopt if they do not. An unknown
/// contradicts nobody.
std::optional<std::string> contradiction(const ir::Answer& a, const ir::Answer& b,
                                         const ir::Question& question);

}  // namespace fencepost::portfolio
