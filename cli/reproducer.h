// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// What is left behind when two engines contradict each other: a folder with everything that is
// needed to see it again, without the C program.
#pragma once

#include <string>

#include "ir/answer.h"
#include "ir/program.h"

namespace fencepost::cli {

/// Writes program.ir, model.cat (a user's own model) and README.txt, which has `problem` and the
/// commands, into a new folder of the current one. Returns the folder, or a message if it cannot
/// be written.
std::string write_reproducer(const ir::Program& program, const std::string& model,
                             const ir::Question& question, const std::string& problem);

}  // namespace fencepost::cli
