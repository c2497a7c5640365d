// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Engine `ord`: data in CNF, orders in a theory, solved by CaDiCaL with a propagator.
#pragma once

#include <string>

#include "ir/answer.h"
#include "ir/program.h"
#include "models/model.h"

namespace fencepost::encoders {

/// Throws ir::Unsupported (models that are not monotone, accesses that overlap in part).
ir::Answer ord(const ir::Program& program, const models::Model& model, const ir::Question& question,
               const ir::Limits& limits);

}  // namespace fencepost::encoders
