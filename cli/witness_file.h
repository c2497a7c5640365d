// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Renderings of an execution by the extension of a file's name: one row each.
#pragma once

#include <string>

#include "cli/options.h"
#include "ir/execution.h"
#include "ir/program.h"

namespace fencepost::cli {

/// Is there a rendering for this file name?
bool has_rendering(const std::string& path);

/// ".svg, .dot, .json or .txt", for messages.
std::string renderings();

/// Writes it where the options say. Throws ir::InputError if the file cannot be written.
void write_witness(const Options& options, const ir::Program& program,
                   const ir::Execution& execution);

}  // namespace fencepost::cli
