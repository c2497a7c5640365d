// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
#pragma once

#include <string>
#include <vector>

#include "tests/fuzz/random.h"

namespace fencepost::fuzz {

/// Damages a text: bytes, words, lines, pieces of another text. Mostly no longer valid.
std::string damage(std::string text, const std::vector<std::string>& others, Random& random);

/// A model near the given one: a base relation exchanged, an axiom weakened or left out.
/// Mostly still valid.
std::string mutate_model(const std::string& text, Random& random);

}  // namespace fencepost::fuzz
