// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Critical sections. Where a mutex is used as it should be, the accesses of its word follow
// from one choice for each pair of sections: which one comes first.
#pragma once

#include <vector>

#include "ir/execution.h"
#include "ir/program.h"

namespace fencepost::encoders {

class Frame;

/// From a take to the unlocks that may end it, of which at most one happens.
struct Section {
    uint32_t mutex = 0;
    ir::ThreadId thread = 0;
    /// Position of the take in its thread.
    uint32_t position = 0;
    /// The read of the take, a lock or the read of a trylock.
    ir::EventId read = ir::no_event;
    ir::EventId take = ir::no_event;
    std::vector<ir::EventId> unlocks;
};

class Sections {
  public:
    static constexpr uint32_t none = UINT32_MAX;

    const std::vector<Section>& all() const { return sections_; }
    /// By mutex: its sections.
    const std::vector<std::vector<uint32_t>>& mutexes() const { return mutexes_; }
    /// The section that a take, an unlock, or the read of a take is part of.
    uint32_t of(ir::EventId event) const { return of_.empty() ? none : of_[event]; }
    /// The section whose lock this is: a read that waits, and has a place in the order if not.
    uint32_t of_lock(ir::EventId event) const;
    bool has_order(uint32_t i, uint32_t j) const {
        return i != none && j != none && i != j && sections_[i].mutex == sections_[j].mutex;
    }
    /// Sections of one mutex: both of one thread, and i first.
    bool is_before(uint32_t i, uint32_t j) const {
        return sections_[i].thread == sections_[j].thread &&
               sections_[i].position < sections_[j].position;
    }
    bool is_same_thread(uint32_t i, uint32_t j) const {
        return sections_[i].thread == sections_[j].thread;
    }

    /// Finds the sections; the frame must know aliases, guards and writes. Only for models
    /// that keep locations coherent and read-modify-writes atomic.
    void find(const Frame& frame);

  private:
    bool add_mutex(const Frame& frame, const std::vector<ir::EventId>& writes);

    std::vector<Section> sections_;
    std::vector<std::vector<uint32_t>> mutexes_;
    std::vector<uint32_t> of_;
    const ir::Program* program_ = nullptr;
};

}  // namespace fencepost::encoders
