// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// The models that come with the tool (models/*.cat, embedded by CMake) and the one way to get
// a model by name or path.
//
//   Model power = load_model("power");
//   Model mine = load_model("my.cat");
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "models/model.h"

namespace fencepost::models {

struct ShippedModel {
    /// "power"
    std::string_view name;
    std::string_view text;
};

/// Sorted by name. Defined in a file that CMake generates.
const std::vector<ShippedModel>& shipped_models();

/// A shipped model's name, or a path that ends in ".cat" or contains '/'. Throws
/// ir::InputError (no such model, unreadable or malformed file) and ir::Unsupported. A file
/// may include shipped models (`include "tso.cat"`) unless it has one of that name beside it.
Model load_model(const std::string& name_or_path);

}  // namespace fencepost::models
