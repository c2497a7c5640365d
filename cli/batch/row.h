// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// One row of a batch's table: what became of one task. Rows live in OUT/results.jsonl, one
// object a line, and everything else (CSV, table, report, merging) is made of them.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace fencepost::cli::batch {

struct Row {
    /// Says which task this is, the same in every run.
    std::string id;
    /// Place in the list of all tasks.
    uint64_t index = 0;
    std::string name;
    std::string input;
    std::string model;
    /// What the plots compare: model, engine, tool.
    std::string config;
    /// The competition's property, or the name of ours.
    std::string property;
    /// "holds", "violated" or empty; for violated, which part: valid-deref…
    std::string expected, expected_part;
    /// "holds", "violated", "unknown", or "error" (the input is bad).
    std::string verdict = "unknown";
    /// Which part is violated, where the property has parts.
    std::string part;
    /// No bound was cut.
    bool complete = false;
    int bound = 0;
    /// Why it is unknown, in a few words that can be counted, and in full.
    std::string kind, reason;
    std::string engine;
    double seconds = 0, cpu_seconds = 0, memory_mb = 0;
    uint64_t events = 0, traces = 0;
    /// Path below OUT, or empty.
    std::string witness;

    bool operator==(const Row&) const = default;
};

enum class Outcome : uint8_t { Right, Wrong, Unchecked, Unknown };

std::string_view name(Outcome outcome);

/// Only a complete `holds` is an answer; what was bounded is unknown.
Outcome outcome(const Row& row);
/// By the rules of the competition: 2 and 1 for right answers, -32 and -16 for wrong ones.
int score(const Row& row);
/// The most that the row could have earned.
int best_score(const Row& row);

nlohmann::ordered_json to_json(const Row& row);
/// Throws nlohmann::json::exception.
Row from_json(const nlohmann::ordered_json& json);

std::string csv_header();
std::string to_csv(const Row& row);

}  // namespace fencepost::cli::batch
