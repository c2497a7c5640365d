// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
#pragma once

#include <functional>

#include "tests/fuzz/recipe.h"

namespace fencepost::fuzz {

/// A smallest recipe (no thread, step or feature can be left out, no number set to 0) that
/// still fails. `fails(recipe)` must be true.
Recipe shrink(Recipe recipe, const std::function<bool(const Recipe&)>& fails);

}  // namespace fencepost::fuzz
