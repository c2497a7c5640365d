// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Replays an execution: the check that stands between an engine and a printed verdict. It
// shares nothing with the engines but the program, the model and the meaning of operators
// (ir/evaluate.h).
#pragma once

#include <optional>
#include <string>

#include "ir/execution.h"
#include "ir/program.h"
#include "models/model.h"

namespace fencepost::witness {

/// What the execution is supposed to show.
enum class Claim : uint8_t {
    /// It is an execution that the model allows.
    Allowed,
    /// It also fails an assertion.
    FailsAssertion,
    /// It also ends every thread and satisfies the proposition of the condition.
    SatisfiesCondition,
};

/// What is wrong with the claim, or nullopt.
std::optional<std::string> find_flaw(const ir::Program& program, const models::Model& model,
                                     const ir::Execution& execution, Claim claim);

}  // namespace fencepost::witness
