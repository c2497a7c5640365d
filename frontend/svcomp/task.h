// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Task definitions of the software verification competition (`.yml`, format 2.0 and 2.1):
// which files, which properties with which expected verdicts, which data model. Paths in
// the file are relative to it; patterns are expanded.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace fencepost::frontend::svcomp {

struct TaskProperty {
    std::string property_file;
    std::optional<bool> expected{};
    /// Which part is violated, where false is expected: valid-deref…
    std::string subproperty{};
};

struct Task {
    std::string path;
    std::vector<std::string> input_files;
    std::vector<TaskProperty> properties;
    /// "C" unless the task says otherwise.
    std::string language = "C";
    /// "ILP32", "LP64", or empty if the task does not say.
    std::string data_model;
};

/// Throws ir::InputError with the line.
Task read_task(const std::string& path);

/// The file names that a `.set` file stands for: one pattern a line, # starts a comment.
std::vector<std::string> read_set(const std::string& path);

}  // namespace fencepost::frontend::svcomp
