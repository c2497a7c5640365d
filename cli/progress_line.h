// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// A line on the terminal while an engine explores: executions, runs given up, rate, and an
// estimate of the share that is done. Only where stderr is a terminal, only after a second, and
// gone when the object is.
#pragma once

#include <memory>
#include <string>
#include <thread>

#include "ir/progress.h"

namespace fencepost::cli {

class ProgressLine {
  public:
    explicit ProgressLine(std::shared_ptr<const ir::Progress> progress);
    ~ProgressLine();
    ProgressLine(const ProgressLine&) = delete;
    ProgressLine& operator=(const ProgressLine&) = delete;

  private:
    void show(const std::stop_token& over) const;

    std::shared_ptr<const ir::Progress> progress_;
    std::jthread thread_;
};

/// The line itself, for a run of so many seconds.
std::string describe(const ir::Progress& progress, double seconds);

}  // namespace fencepost::cli
