// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Batch files: YAML (or JSON) that says per task what the command line says for all. What
// stands under `paper` and `quick` is for other readers (benchmarks/papers).
//
//   defaults: {model: [sc, tso], timeout: 60, memory: 2000}
//   tasks:
//     - dekker.c                                     # just a file, folder, .set or .yml
//     - input: peterson.c
//       model: power
//       unroll: 4
//       defines: [N=2]
//       expected: {sc: holds, power: violated}       # or one word for all models
#pragma once

#include <map>
#include <string>
#include <vector>

namespace fencepost::cli::batch {

struct Entry {
    std::string input;
    /// Empty: the input.
    std::string name;
    std::vector<std::string> models;
    std::string unroll;
    /// Empty: the portfolio's choice.
    std::string engine;
    std::string property_file;
    std::string data_model;
    std::vector<std::string> defines, include_folders;
    std::string c_standard;
    double timeout = 0, memory_mb = 0;
    /// By model: "holds" or "violated".
    std::map<std::string, std::string> expected;
};

/// The entries, each with `defaults` where it says nothing. Paths are relative to the file.
/// Throws ir::InputError with the line.
std::vector<Entry> read_batch_file(const std::string& path, const Entry& defaults);

}  // namespace fencepost::cli::batch
