// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// SHA-256 (FIPS 180-4), by which competition witnesses name the program they speak of.
#pragma once

#include <string>
#include <string_view>

namespace fencepost::witness {

/// In hexadecimal, 64 digits.
std::string sha256(std::string_view bytes);

}  // namespace fencepost::witness
