// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
#include "frontend/executable.h"

#include <sys/auxv.h>

namespace fencepost::frontend {

std::filesystem::path own_executable() {
    std::error_code error;
    std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", error);
    if (!error) return self;
    // Without /proc: the name that this program was started by.
    const auto* name = reinterpret_cast<const char*>(getauxval(AT_EXECFN));
    return name == nullptr ? std::filesystem::path{} : std::filesystem::canonical(name, error);
}

}  // namespace fencepost::frontend
