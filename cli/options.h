// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// The options of all subcommands: plain fields with defaults, and one row for each that
// says how it is called, where it applies and what it does. `--help` and the README's
// table come from the rows.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "frontend/svcomp/property_file.h"

namespace fencepost::cli {

struct Options {
    /// Files, folders, @lists.
    std::vector<std::string> inputs;
    std::vector<std::string> models;
    std::string engine = "enumerate";
    std::string format = "herd";
    std::string show_as = "ir";
    bool executions = false;
    int unroll = 2;
    int jobs = 0;
    /// Of an engine; 0: one a core.
    int threads = 1;
    int seed = 0;
    double timeout = 0;

    // `check`.
    std::string model = "sc";
    /// Empty: all that are made for large programs.
    std::vector<std::string> check_engines;
    bool deterministic = false, cross_check = false, all_models = false;
    /// In MB; 0: no limit.
    int memory = 0;
    double cpu_time = 0;
    std::string check_format = "text";
    /// A number, or "auto".
    std::string bound = "auto";
    std::vector<std::string> properties = {"assert"};
    /// What the competition asks: the file, and what it says (see cli/svcomp.h).
    std::string property_file;
    std::optional<frontend::svcomp::Specification> specification{};
    /// Only a call of this function is an error; empty: failed assertions, too.
    std::string error_function;
    /// Where to draw or write the execution of a violation; empty: nowhere.
    std::string witness;
    /// Where to write a DRAT proof of `holds`; empty: nowhere.
    std::string proof;
    bool stats = false;
    /// That engines share; 0: what the machine has.
    int cores = 0;

    // `batch` and `merge`.
    /// Files, folders, .set lists, competition tasks.
    std::vector<std::string> tasks;
    std::string batch_file;
    /// The folder of results.
    std::string out = "fencepost-results";
    bool resume = false;
    /// "i/n": every n-th task, from the i-th on; empty: all.
    std::string shard;
    std::string batch_engine;
    /// Extension; empty: no witnesses.
    std::string witness_format = "svg";
    /// Empty: this program.
    std::string worker;

    // `help`.
    bool man = false, completion = false;

    // C programs.
    std::vector<std::string> defines, include_folders;
    std::string c_standard;
    std::string data_model = "LP64";
    /// Empty: guessed from the model.
    std::string target;
    std::string print_after;
};

/// Subcommands an option applies to, as bits.
enum Command : unsigned { Litmus = 1, Show = 2, Check = 4, Batch = 8, Merge = 16, Help = 32 };

struct OptionRow {
    /// As on the command line; without dashes: positional.
    std::string_view name;
    unsigned commands;
    std::variant<bool*, int*, double*, std::string*, std::vector<std::string>*> field;
    std::string_view value;
    std::string help;
    std::vector<std::string> choices{};
    double low = 0, high = 0;
    /// A positional that may be absent.
    bool optional = false;
};

/// The rows, bound to the fields of `options`.
std::vector<OptionRow> option_rows(Options& options);

}  // namespace fencepost::cli
