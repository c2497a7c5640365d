// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// The man page and the shell completion, made of the same table as `--help` (cli/options.h).
#pragma once

#include <string>
#include <vector>

#include "cli/options.h"

namespace fencepost::cli {

struct CommandInfo {
    std::string name, description, examples;
    /// 0: no options.
    unsigned bit = 0;
};

/// In groff's `man` macros.
std::string man_page(const std::vector<CommandInfo>& commands, const std::vector<OptionRow>& rows,
                     const std::string& footer);

/// For bash, and for zsh with bashcompinit.
std::string bash_completion(const std::vector<CommandInfo>& commands,
                            const std::vector<OptionRow>& rows);

}  // namespace fencepost::cli
