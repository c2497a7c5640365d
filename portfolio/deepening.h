// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Deepening loop bounds: a race for each bound, smallest first, until one violates or nothing is
// cut. What holds up to a bound says less the smaller the bound is, and a violation may be easy
// to find at a bound that is larger than the one that is hard to prove. So when a race takes
// long, the next bound's race starts beside it with low priority, and whoever has the better
// answer ends the other: a violation ends all, an answer for a bound ends the smaller ones.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "portfolio/race.h"

namespace fencepost::portfolio {

struct BoundedResult {
    int bound = 0;
    /// Null: it could not be built even for the first bound (then lowering threw).
    std::shared_ptr<const ir::Program> program;
    RaceResult race;
    /// Why larger bounds gave nothing.
    std::vector<std::string> notes;
};

class Deepening {
  public:
    /// Throws ir::Unsupported; ir::Stopped, which it should when `decided` (by another bound)
    /// says so. Only the thread that calls run() calls it.
    using Lower = std::function<std::shared_ptr<const ir::Program>(
        int bound, const std::function<bool()>& decided)>;
    /// `reserve`: others are at work already.
    using Enter =
        std::function<std::unique_ptr<Race>(std::shared_ptr<const ir::Program>, bool reserve)>;

    /// `patience`: when the next bound starts beside one that has no answer yet; zero: never.
    Deepening(Lower lower, Enter enter, std::chrono::milliseconds patience);
    ~Deepening();
    Deepening(const Deepening&) = delete;
    Deepening& operator=(const Deepening&) = delete;

    /// A violation, or what holds up to the largest bound that has an answer, or unknown.
    /// Throws what lowering the first bound threw, and what a race threw. When a race throws
    /// Disagreement, `disputed` has its program.
    BoundedResult run(const std::vector<int>& bounds);

    std::shared_ptr<const ir::Program> disputed;

    /// Nobody is running any more.
    bool finished() const;

  private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace fencepost::portfolio
