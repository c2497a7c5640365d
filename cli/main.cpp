// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// The program exists twice: `fencepost`, which starts at once, and `fencepost-c`, which has the
// C frontend and loads LLVM. The first hands a command line that names a C program over to
// the second, which stands beside it.
#include <unistd.h>

#include <filesystem>

#include "cli/commands.h"
#include "cli/inputs.h"
#include "frontend/executable.h"
#include "frontend/llvm/c_frontend.h"

namespace {

/// Does not return if `fencepost-c` is there.
void become_c_variant(char** argv) {
    const std::string sibling = fencepost::frontend::own_executable().parent_path() / "fencepost-c";
    execv(sibling.c_str(), argv);
}

/// Tasks of the competition (.yml) name C programs; `batch` does not read these itself.
bool needs_c_frontend(const std::string& argument) {
    return fencepost::cli::is_c_program(argument) || argument.ends_with(".yml");
}

}  // namespace

int main(int argc, char** argv) {
    const bool is_batch = argc > 1 && std::string_view(argv[1]) == "batch";
    if (!fencepost::frontend::has_c_frontend() && !is_batch) {
        for (int i = 2; i < argc; ++i)
            if (needs_c_frontend(argv[i])) become_c_variant(argv);
    }
    return fencepost::cli::run(argc, argv);
}
