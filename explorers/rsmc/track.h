// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// The run in hand, as the explorer goes up and down its tree: what is committed, and what
// was set aside when a read moved behind a write and everything after it was taken back.
//
// What was set aside belongs to the run that the explorer will return to, but most of it is
// never looked at again: all choices there have been tried, and it would be committed only to
// be undone. So returning is *lazy*. The run has a length, of which the machine holds only
// the first part; the rest waits as a list of steps (access, position, stamp), and `go_to`
// commits of it no more than is asked for.
//
// Invariant: the machine's trail is a prefix of the run; the steps behind it, up to the
// length, are in `ahead_` at their own index.
#pragma once

#include <vector>

#include "explorers/rsmc/machine.h"

namespace fencepost::explorers::traces {

/// One commit of a run.
struct Footstep {
    uint32_t access, position, stamp;
    /// Read-modify-writes that it makes non-atomic (atomicity.h).
    uint32_t violations;
};

template <unsigned Words>
class Track {
  public:
    explicit Track(Machine<Words>& machine) : machine_(machine) {}

    size_t length() const { return length_; }
    /// Some read-modify-write is not atomic. The machine must hold the whole run.
    bool is_doomed() const { return violations_ > 0; }

    /// The machine must hold the whole run, and the access be enabled.
    void commit(const Footstep& step) {
        machine_.set_stamp(step.access, step.stamp);
        machine_.commit(step.access, step.position);
        taken_.push_back(step);
        violations_ += step.violations;
        length_ = taken_.size();
    }

    /// Shortens the run to this length and makes the machine hold all of it. `poll` is called
    /// for each step that has to be committed for that and says whether to stop at once.
    template <class Poll>
    void go_to(size_t length, Poll poll) {
        while (taken_.size() > length) undo();
        while (taken_.size() < length && !poll()) {
            const Footstep& step = ahead_[taken_.size()];
            machine_.prepare(step.access);
            commit(step);
        }
        length_ = length;
    }
    void clear() {
        while (!taken_.empty()) undo();
        length_ = 0;
        aside_.clear();
    }

    const Footstep& operator[](size_t k) const { return taken_[k]; }

    /// Takes everything from `start` on out of the run, which the machine must hold, and
    /// remembers it. Returns a mark.
    size_t set_aside(size_t start) {
        const size_t mark = aside_.size();
        aside_.insert(aside_.end(), taken_.begin() + static_cast<ptrdiff_t>(start), taken_.end());
        while (taken_.size() > start) undo();
        length_ = start;
        return mark;
    }
    size_t aside() const { return aside_.size(); }
    const Footstep& aside(size_t k) const { return aside_[k]; }
    /// Shortens the run to `start` and puts back behind it what was set aside since the mark.
    void put_back(size_t start, size_t mark) {
        while (taken_.size() > start) undo();
        length_ = start + (aside_.size() - mark);
        if (ahead_.size() < length_) ahead_.resize(length_);
        std::copy(aside_.begin() + static_cast<ptrdiff_t>(mark), aside_.end(),
                  ahead_.begin() + static_cast<ptrdiff_t>(start));
        aside_.resize(mark);
    }

  private:
    void undo() {
        machine_.undo();
        violations_ -= taken_.back().violations;
        taken_.pop_back();
    }

    Machine<Words>& machine_;
    /// What the machine holds.
    std::vector<Footstep> taken_;
    std::vector<Footstep> ahead_;
    std::vector<Footstep> aside_;
    size_t length_ = 0;
    uint64_t violations_ = 0;
};

}  // namespace fencepost::explorers::traces
