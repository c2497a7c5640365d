// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// How far a batch is: on a terminal a bar with the time to go, else a line a task.
#pragma once

#include <chrono>
#include <string>

#include "cli/batch/row.h"

namespace fencepost::cli::batch {

class Progress {
  public:
    /// `done` of `total` tasks have results from earlier runs.
    Progress(size_t done, size_t total, bool terminal);

    /// Counts a task that is done.
    void count(const Row& row);
    /// Also says so, to stderr.
    void add(const Row& row);
    /// Takes the bar away.
    void finish();

    /// The bar, for `seconds` of work so far.
    std::string bar(double seconds) const;

  private:
    using Clock = std::chrono::steady_clock;

    const size_t before_, total_;
    const bool terminal_;
    const Clock::time_point start_ = Clock::now();
    size_t done_, right_ = 0, wrong_ = 0, unknown_ = 0;
};

/// "0:07", "12:31", "3:20:00".
std::string clock_time(double seconds);

}  // namespace fencepost::cli::batch
