// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// The fields of a row are listed once, in each_field(); JSON and CSV follow.
#include "cli/batch/row.h"

#include <fmt/format.h>

namespace fencepost::cli::batch {

namespace {

/// Calls visit(name, field) for every field.
template <typename AnyRow, typename Visit>
void each_field(AnyRow& row, const Visit& visit) {
    visit("id", row.id);
    visit("index", row.index);
    visit("name", row.name);
    visit("input", row.input);
    visit("model", row.model);
    visit("config", row.config);
    visit("property", row.property);
    visit("expected", row.expected);
    visit("expected_part", row.expected_part);
    visit("verdict", row.verdict);
    visit("part", row.part);
    visit("complete", row.complete);
    visit("bound", row.bound);
    visit("kind", row.kind);
    visit("reason", row.reason);
    visit("engine", row.engine);
    visit("seconds", row.seconds);
    visit("cpu_seconds", row.cpu_seconds);
    visit("memory_mb", row.memory_mb);
    visit("events", row.events);
    visit("traces", row.traces);
    visit("witness", row.witness);
}

std::string csv_cell(const std::string& text) {
    if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
    std::string quoted = "\"";
    for (const char c : text) {
        if (c == '"') quoted += '"';
        quoted += c;
    }
    return quoted + "\"";
}

std::string csv_cell(bool flag) { return flag ? "true" : "false"; }
std::string csv_cell(double number) { return fmt::format("{:.3f}", number); }
std::string csv_cell(uint64_t number) { return std::to_string(number); }
std::string csv_cell(int number) { return std::to_string(number); }

}  // namespace

std::string_view name(Outcome outcome) {
    switch (outcome) {
        case Outcome::Right:
            return "right";
        case Outcome::Wrong:
            return "wrong";
        case Outcome::Unchecked:
            return "unchecked";
        case Outcome::Unknown:
            break;
    }
    return "unknown";
}

Outcome outcome(const Row& row) {
    const bool answered = row.verdict == "violated" || (row.verdict == "holds" && row.complete);
    if (!answered) return Outcome::Unknown;
    if (row.expected.empty()) return Outcome::Unchecked;
    if (row.verdict != row.expected) return Outcome::Wrong;
    const bool other_part = row.verdict == "violated" && !row.expected_part.empty() &&
                            !row.part.empty() && row.part != row.expected_part;
    return other_part ? Outcome::Wrong : Outcome::Right;
}

int score(const Row& row) {
    const bool holds = row.verdict == "holds";
    switch (outcome(row)) {
        case Outcome::Right:
            return holds ? 2 : 1;
        case Outcome::Wrong:
            return holds ? -32 : -16;
        case Outcome::Unchecked:
        case Outcome::Unknown:
            break;
    }
    return 0;
}

int best_score(const Row& row) {
    if (row.expected.empty()) return 0;
    return row.expected == "holds" ? 2 : 1;
}

nlohmann::ordered_json to_json(const Row& row) {
    nlohmann::ordered_json json;
    each_field(row, [&](const char* key, const auto& field) { json[key] = field; });
    json["outcome"] = name(outcome(row));
    return json;
}

Row from_json(const nlohmann::ordered_json& json) {
    Row row;
    each_field(row, [&](const char* key, auto& field) {
        field = json.at(key).template get<std::decay_t<decltype(field)>>();
    });
    return row;
}

std::string csv_header() {
    std::string line;
    each_field(static_cast<const Row&>(Row{}),
               [&](const char* key, const auto&) { line += std::string(key) + ","; });
    return line + "outcome\n";
}

std::string to_csv(const Row& row) {
    std::string line;
    each_field(row, [&](const char*, const auto& field) { line += csv_cell(field) + ","; });
    return line + std::string(name(outcome(row))) + "\n";
}

}  // namespace fencepost::cli::batch
