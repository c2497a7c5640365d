// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// What a batch comes to: how many tasks were solved, rightly or wrongly, why others were
// not, and the score by the rules of the competition.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "cli/batch/row.h"

namespace fencepost::cli::batch {

struct Summary {
    size_t tasks = 0;
    size_t right_holds = 0, right_violated = 0, wrong_holds = 0, wrong_violated = 0, unchecked = 0;
    /// By kind of reason.
    std::map<std::string, size_t> unknown;
    int score = 0, best_score = 0;
    double seconds = 0, cpu_seconds = 0;

    size_t right() const { return right_holds + right_violated; }
    size_t wrong() const { return wrong_holds + wrong_violated; }
    size_t solved() const { return right() + wrong() + unchecked; }
};

Summary summarize(const std::vector<Row>& rows);

/// The table for people. The last line has the times; all others depend on the results only.
std::string to_text(const Summary& summary);

}  // namespace fencepost::cli::batch
