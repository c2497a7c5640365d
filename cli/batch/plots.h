// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Plots of results as SVG, to stand inside a page: its style sheet colours them (classes
// series0, series1…).
#pragma once

#include <string>
#include <vector>

#include "cli/batch/row.h"

namespace fencepost::cli::batch {

/// How many tasks are solved within how much time each, one line a configuration.
std::string cactus_plot(const std::vector<Row>& rows);

/// Time of one configuration against another, one dot a task that both ran; empty if there
/// are not two.
std::string scatter_plot(const std::vector<Row>& rows);

}  // namespace fencepost::cli::batch
