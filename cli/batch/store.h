// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// The folder of a batch: OUT/results.jsonl, OUT/results.csv, OUT/witnesses/. A result is one
// append with one write(), so a batch that is killed at any moment leaves whole lines behind
// (a line cut off by a full disk is taken away when the folder is opened again). Nobody else
// may write there meanwhile: OUT/lock.
#pragma once

#include <string>
#include <vector>

#include "cli/batch/row.h"

namespace fencepost::cli::batch {

/// The rows of a results file in order, each task once; an unfinished last line is left out.
/// Throws ir::InputError.
std::vector<Row> read_rows(const std::string& jsonl);

class Store {
  public:
    /// Opens or makes the folder. Throws ir::InputError: another batch runs there, or it has
    /// results and `resume` is false.
    Store(std::string folder, bool resume);
    ~Store();
    Store(const Store&) = delete;
    Store& operator=(const Store&) = delete;

    /// What is there, also from earlier runs.
    const std::vector<Row>& rows() const { return rows_; }
    /// Throws ir::InputError when the disk is full.
    void add(Row row);

    const std::string& folder() const { return folder_; }
    std::string witness_folder() const { return folder_ + "/witnesses"; }

  private:
    void rewrite() const;

    const std::string folder_;
    int lock_ = -1, jsonl_ = -1, csv_ = -1;
    std::vector<Row> rows_;
};

/// Writes a file so that it is there as a whole or not at all.
void write_whole(const std::string& path, const std::string& text);

}  // namespace fencepost::cli::batch
