// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
#pragma once

#include <cstdint>
#include <optional>

#include "models/model.h"

namespace fencepost::explorers::traces {

/// Models that the explorer has a check of parameters and a commit-before order for.
/// `Coherent` stands for all that keep each location coherent and po|rf acyclic, and nothing
/// more.
enum class ModelClass : uint8_t { Sc, Tso, Pso, Power, Coherent };

struct Plan {
    ModelClass explored;
    /// The model is stronger than what is explored: complete traces are to be judged.
    bool is_filtered;
};

/// How to explore a model, by what its axioms say, whatever it is called; nullopt if there is
/// no way.
std::optional<Plan> make_plan(const models::Model& model);

}  // namespace fencepost::explorers::traces
