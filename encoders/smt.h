// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Engine `smt`: bit-vectors for data, integers for orders, solved by Z3.
#pragma once

#include <string>

#include "ir/answer.h"
#include "ir/program.h"
#include "models/model.h"

namespace fencepost::encoders {

/// Throws ir::Unsupported (models that are not monotone, accesses that overlap in part).
ir::Answer smt(const ir::Program& program, const models::Model& model, const ir::Question& question,
               const ir::Limits& limits);

}  // namespace fencepost::encoders
