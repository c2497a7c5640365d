// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Engine `sat`: everything in CNF, solved by CaDiCaL.
#pragma once

#include <string>

#include "ir/answer.h"
#include "ir/program.h"
#include "models/model.h"

namespace fencepost::encoders {

/// Throws ir::Unsupported (models that are not monotone, accesses that overlap in part).
ir::Answer sat(const ir::Program& program, const models::Model& model, const ir::Question& question,
               const ir::Limits& limits);

}  // namespace fencepost::encoders
