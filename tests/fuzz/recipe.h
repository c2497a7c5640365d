// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Random programs for differential testing. A seed gives a recipe, a recipe a program.
// The recipe is a plain list of steps whose numbers are interpreted modulo what is there
// (registers, objects), so any part of a recipe is a recipe: that makes failures shrink by
// leaving out steps (tests/fuzz/shrink.h).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ir/program.h"

namespace fencepost::fuzz {

enum class StepKind : uint8_t {
    Read,
    Write,
    Fence,
    /// Read and write of one atomic instruction.
    Rmw,
    /// Atomic read, and a write that may fail.
    Exclusive,
    /// The next `a` steps happen only if a condition holds; registers join behind them.
    If,
    Assume,
    Assert,
    /// Register arithmetic only.
    Compute,
};

struct Step {
    StepKind kind = StepKind::Read;
    uint32_t a = 0, b = 0, c = 0, d = 0;

    bool operator==(const Step&) const = default;
};

struct Recipe {
    std::vector<std::vector<Step>> threads;
    /// Arrays of two cells where the bit is set.
    uint32_t objects = 3;
    uint32_t wide = 0;
    /// Thread 0 creates the others and joins them.
    bool spawn = false;
    bool nondet_initial = false;
    /// How the final condition is made.
    uint32_t condition = 0;

    bool operator==(const Recipe&) const = default;
};

struct RecipeLimits {
    unsigned max_threads = 4;
    unsigned max_accesses = 9;
    bool inputs = true;
    bool asserts = true;
    bool spawn = true;
};

Recipe random_recipe(uint64_t seed, const RecipeLimits& limits = {});
ir::Program cook(const Recipe& recipe, const std::string& name);

}  // namespace fencepost::fuzz
