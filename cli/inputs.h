// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
#pragma once

#include <string>
#include <vector>

#include "cli/options.h"
#include "frontend/llvm/c_frontend.h"
#include "ir/answer.h"
#include "ir/program.h"
#include "models/model.h"

namespace fencepost::cli {

/// What engines are asked, as far as the options say.
ir::Question question_of(const Options& options);

/// Paths of tests, in order: a file is itself, a folder all *.litmus below it sorted by
/// path, @FILE the paths in it, one a line (blank lines and # comments skipped; relative
/// ones as given). Throws ir::InputError for what does not exist.
std::vector<std::string> expand_inputs(const std::vector<std::string>& inputs);

/// Throws ir::InputError.
std::string read_file(const std::string& path);

/// A litmus test, or with the extension .ir a program in text form. Throws ir::InputError.
ir::Program load_program(const std::string& path, int unroll);

/// A C or LLVM file, by its extension.
bool is_c_program(const std::string& path);
/// What the options say about C programs.
frontend::CSource c_source(const Options& options, std::vector<std::string> files);
/// The machine that C11 atomics are compiled for: what the user said, or what the model is
/// about.
frontend::Target c_target(const Options& options, const std::string& name,
                          const models::Model& model);

}  // namespace fencepost::cli
