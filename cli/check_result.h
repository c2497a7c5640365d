// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// The answer to `check`, and its renderings. The JSON object is a contract.
#pragma once

#include <memory>
#include <set>
#include <string>
#include <vector>

#include "ir/answer.h"
#include "ir/program.h"
#include "portfolio/race.h"

namespace fencepost::cli {

struct CheckResult {
    std::string input{};
    std::string model{};
    std::string property{};
    /// The winner; empty if nobody decided.
    std::string engine{};
    ir::Answer answer{};
    /// Loop bound of the answer.
    int bound = 0;
    /// No bound was reached.
    bool complete = false;
    /// Every execution reaches a bound: `holds` says nothing.
    bool vacuous = false;
    double seconds = 0;
    std::vector<std::string> notes{};
    bool show_stats = false;
    /// Why SC forbids the execution of a violation; empty if it does not.
    std::string under_sc{};
    /// What was asked; null when it could not be built.
    std::shared_ptr<const ir::Program> program{};
    /// What became of each engine.
    std::vector<portfolio::Entry> entries{};
};

/// The result that decides what is said of all of them together: violated if one is, otherwise
/// unknown if one is.
const CheckResult& decisive(const std::vector<CheckResult>& results);
/// The first failed assertion of a violation, or nullptr.
const ir::Event* failed_assertion(const CheckResult& result);

/// Where bounds were put, each once.
std::set<std::string> cuts(const ir::Program& program);

std::string to_text(const CheckResult& result);
/// One program, several properties: that of the decisive one, and `properties` has a short
/// object for each.
std::string properties_to_json(const std::vector<CheckResult>& results);

/// One program under several models: a table, and the first model that breaks it.
std::string to_text(const std::vector<CheckResult>& results);
/// One object.
std::string to_json(const std::vector<CheckResult>& results);

}  // namespace fencepost::cli
