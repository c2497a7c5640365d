// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Data that is protected by a mutex: all its writes are inside sections of one mutex, and the
// model orders accesses as it orders the sections they are in.
#pragma once

#include <functional>
#include <map>
#include <optional>

#include "encoders/section_steps.h"

namespace fencepost::encoders {

class Protection {
  public:
    /// All must outlive this.
    Protection(const Frame& frame, const Plan& plan, Bounds& bounds,
               const std::function<void()>& poll);

    struct Order {
        uint32_t before, behind;
    };
    /// Accesses of one place in sections of different threads: a is before b (in co or fr, or
    /// by rf) iff the first section is before the second one, if both happen.
    std::optional<Order> order(EventId a, EventId b) const;
    /// Events that have a section: protected reads and writes.
    bool is_protected(EventId access) const {
        return !section_.empty() && section_[access] != Sections::none;
    }
    bool is_empty() const { return section_.empty(); }

    const SectionSteps& steps(const Automaton& automaton);

  private:
    void protect(const std::vector<EventId>& writes);
    uint32_t section_around(EventId access, uint32_t mutex) const;
    bool decides(EventId a, EventId b, uint32_t i, uint32_t j);
    bool forbids(models::BaseRelation relation, EventId a, EventId b, uint32_t i, uint32_t j);

    const Frame& frame_;
    const Plan& plan_;
    Bounds& bounds_;
    const std::function<void()>& poll_;
    std::map<const Automaton*, SectionSteps> steps_;
    /// By event.
    std::vector<uint32_t> section_;
};

}  // namespace fencepost::encoders
