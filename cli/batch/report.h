// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// The report of a batch as one HTML file that needs nothing else: summary, plots, a table
// that sorts when a heading is clicked and filters as one types, links to the witnesses
// beside it. On paper it is black on white.
#pragma once

#include <string>
#include <vector>

#include "cli/batch/row.h"

namespace fencepost::cli::batch {

std::string html_report(const std::vector<Row>& rows, const std::string& title);

}  // namespace fencepost::cli::batch
