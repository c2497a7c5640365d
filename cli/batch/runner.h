// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Runs tasks in worker processes, some at a time, and hands each result on as it comes.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "cli/batch/tasks.h"
#include "cli/batch/worker.h"

namespace fencepost::cli::batch {

struct RunnerOptions {
    /// Processes at a time, and cores for each.
    unsigned jobs = 1, cores = 1;
    /// What runs a task: it gets the arguments of `fencepost check`.
    std::vector<std::string> worker;
    std::string witness_folder;
    /// Extension of witnesses: "yml", "svg"…
    std::string witness_format;
};

/// False: a signal asked us to stop, and some tasks have not run.
bool run_tasks(const std::vector<Task>& tasks, const RunnerOptions& options,
               const std::function<void(Row)>& done);

/// The row of a task from how its process ended.
Row to_row(const Task& task, const Ending& ending);

}  // namespace fencepost::cli::batch
