// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// The subcommands. Each prints its result to stdout, messages to stderr, and returns the
// exit code. User errors leave as ir::InputError.
#pragma once

#include "cli/exit_code.h"
#include "cli/options.h"

namespace fencepost::cli {

ExitCode check_command(const Options& options);
/// The same with tasks and property files (cli/svcomp.h).
ExitCode svcomp_check_command(const Options& options);
ExitCode litmus_command(const Options& options);
ExitCode show_command(const Options& options);
/// See cli/batch.
ExitCode batch_command(const Options& options);
ExitCode merge_command(const Options& options);
ExitCode engines_command();
ExitCode models_command();

/// Parses the command line and runs the subcommand; every exception ends here.
int run(int argc, const char* const* argv);

}  // namespace fencepost::cli
