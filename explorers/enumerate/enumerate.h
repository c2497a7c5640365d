// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// The reference engine: every control path, every rf, every co, each judged by the model
// itself (models/checker.h). Slow, obvious, trusted; the other engines are measured by it.
#pragma once

#include "ir/answer.h"
#include "ir/program.h"
#include "models/model.h"

namespace fencepost::explorers {

/// Throws ir::Unsupported (wide inputs, overlapping accesses).
ir::Answer enumerate(const ir::Program& program, const models::Model& model,
                     const ir::Question& question, const ir::Limits& limits);

}  // namespace fencepost::explorers
