// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// One task in a process of its own, under limits: whatever it does (crash, hang, eat memory)
// costs this one task. The process leads a group, so that what it starts ends with it, and
// it dies when the batch does.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <string>
#include <vector>

namespace fencepost::cli::batch {

struct WorkerLimits {
    /// Seconds of wall time after which the process is killed; 0: never.
    double seconds = 0;
    /// Of CPU time.
    double cpu_seconds = 0;
    /// Of physical memory, in MB; 0: no limit.
    double memory_mb = 0;
};

/// How a process ended.
struct Ending {
    /// -1: a signal ended it.
    int exit_code = -1;
    int signal = 0;
    bool out_of_time = false, out_of_memory = false;
    double seconds = 0, cpu_seconds = 0, memory_mb = 0;
    std::string output{}, errors{};
};

class Worker {
  public:
    /// Starts it. Throws std::system_error.
    Worker(const std::vector<std::string>& command, WorkerLimits limits);
    /// Kills what still runs.
    ~Worker();
    Worker(const Worker&) = delete;
    Worker& operator=(const Worker&) = delete;

    /// Enforces the limits; true when it has ended. Then ending() says how.
    bool poll();
    const Ending& ending() const { return ending_; }

  private:
    using Clock = std::chrono::steady_clock;

    void watch();
    void kill_group() const;
    void collect(int status, double cpu_seconds, double memory_mb);

    const WorkerLimits limits_;
    const Clock::time_point start_ = Clock::now();
    pid_t pid_ = -1;
    /// Files without a name that take its output.
    int output_ = -1, errors_ = -1;
    Ending ending_;
};

}  // namespace fencepost::cli::batch
