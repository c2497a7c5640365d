// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Engines against the reference, on one program and model.
#pragma once

#include <optional>
#include <string>

#include "models/model.h"
#include "portfolio/engine.h"
#include "tests/fuzz/recipe.h"

namespace fencepost::fuzz {

/// How the engine's answers (verdict only, and with counts) differ from the reference's;
/// nullopt if they do not. An engine that declares the task unsupported does not differ.
/// `question` says how the engine is to look for its answer (threads, seed).
std::optional<std::string> difference(const portfolio::Engine& engine, const ir::Program& program,
                                      const models::Model& model, ir::Question question = {});

/// The first engine that differs on the program, or that the witness of does not replay.
std::optional<std::string> any_difference(const ir::Program& program, const models::Model& model,
                                          const ir::Question& question = {});

}  // namespace fencepost::fuzz
