// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Definitions that models take for granted, as .cat text: a prelude that every model sees,
// and stand-ins for the files of herd's library that the published models include.
#pragma once

#include <string_view>

namespace fencepost::models {

/// Read before every model.
std::string_view prelude_text();

/// Text of a library file, or nullptr if we have no stand-in for it.
const std::string_view* find_library_file(std::string_view name);

}  // namespace fencepost::models
