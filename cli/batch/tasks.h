// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// From the command line and batch files to the list of tasks: every input under every model,
// competition tasks once for each of their properties. The list is the same in every run
// with the same inputs; shards take every n-th task of it.
#pragma once

#include <string>
#include <vector>

#include "cli/batch/row.h"
#include "cli/options.h"

namespace fencepost::cli::batch {

struct Task {
    /// What is known beforehand: id, index, name, input, model, expectation.
    Row row;
    /// For `fencepost check`, without limits and output.
    std::vector<std::string> arguments;
    /// Seconds; 0: no limit.
    double timeout = 0;
    double memory_mb = 0;
};

/// Throws ir::InputError.
std::vector<Task> list_tasks(const Options& options);

/// The tasks of shard i of n ("2/8"). Throws ir::InputError.
std::vector<Task> take_shard(std::vector<Task> tasks, const std::string& shard);

}  // namespace fencepost::cli::batch
