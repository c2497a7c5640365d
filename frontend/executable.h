// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Where this program stands: beside it are the variant with the C frontend and, in an archive,
// headers.
#pragma once

#include <filesystem>

namespace fencepost::frontend {

/// Empty if the system does not tell.
std::filesystem::path own_executable();

}  // namespace fencepost::frontend
