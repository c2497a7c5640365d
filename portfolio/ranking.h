// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Which engine should start first on this program? Measured on the programs of tests/ and
// benchmarks/, not guessed: `./dev bench portfolio` shows the ranking beside each engine alone.
#pragma once

#include <vector>

#include "portfolio/engine.h"

namespace fencepost::portfolio {

/// What the ranking looks at; cheap to get (linear in the program).
struct Features {
    size_t events = 0;
    size_t inputs = 0;
    /// log2 of the ways to choose a write for each read, were they independent: how much an
    /// explorer may have to walk through.
    double log_choices = 0;
    /// Products and quotients of two values that are not constant: bad for bit-blasting.
    size_t nonlinear = 0;
};

Features features(const ir::Program& program);

/// The given engines, strongest first for this program. The reference engine comes last.
std::vector<Engine> ranked(std::vector<Engine> engines, const Features& features,
                           const ir::Question& question);

/// Who enters a race when the user names nobody: all but the reference; to count executions,
/// those that can.
std::vector<Engine> default_entrants(const ir::Question& question);

}  // namespace fencepost::portfolio
