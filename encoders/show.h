// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// What the symbolic engines solve, as text for other tools: the formula asks for an execution
// that decides the verdict (one that fails an assertion, satisfies an `exists`, refutes a
// `forall`).
#pragma once

#include <string>

#include "ir/answer.h"
#include "ir/program.h"
#include "models/model.h"
#include "solvers/backend.h"

namespace fencepost::encoders {

/// DIMACS. Comments say what variables mean: events, rf, co and the bits of reads.
std::string to_dimacs(const ir::Program& program, const models::Model& model);

/// SMT-LIB 2, with bit-vectors and integer clocks.
std::string to_smt_lib(const ir::Program& program, const models::Model& model);

/// Looks for the execution with CaDiCaL. If there is none, `proof_path` holds a DRAT proof of
/// that, and `cnf_path` (if not empty) the formula it is about.
solvers::Result prove(const ir::Program& program, const models::Model& model,
                      const ir::Limits& limits, const std::string& proof_path,
                      const std::string& cnf_path);

}  // namespace fencepost::encoders
