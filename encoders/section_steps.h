// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// How the order of sections shows in a relation of the model, given as an automaton.
#pragma once

#include <optional>
#include <vector>

#include "encoders/automaton.h"
#include "encoders/bounds.h"

namespace fencepost::encoders {

class SectionSteps {
  public:
    /// All must outlive this.
    SectionSteps(const Automaton& automaton, const Facts& facts, Bounds& bounds,
                 const Frame& frame);

    /// Steps of a transition inside a thread that are there whenever both ends happen.
    const BitMatrix& must(uint32_t transition) const;
    /// A transition from the state to itself that stands for the way from an unlock to the read
    /// of each later section of the mutex.
    std::optional<uint32_t> loop(uint32_t state, uint32_t mutex) const;
    /// Whenever section i is before j, a path leads from (p, a) through them to b, in state q or
    /// one that covers it.
    bool leads(uint32_t p, EventId a, uint32_t i, uint32_t j, uint32_t q, EventId b) const;

  private:
    BitMatrix must_forward(const Transition& transition) const;
    bool orders_sections(const std::vector<uint32_t>& mutex, const BitMatrix& must) const;
    bool has_step(uint32_t p, EventId a, uint32_t q, EventId b) const;

    const Automaton& automaton_;
    const Frame& frame_;
    Bounds& bounds_;
    /// By transition, made on demand.
    mutable std::vector<std::optional<BitMatrix>> must_;
    /// By state and mutex; none = UINT32_MAX.
    std::vector<std::vector<uint32_t>> loops_;
};

}  // namespace fencepost::encoders
