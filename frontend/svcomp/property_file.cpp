// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
#include "frontend/svcomp/property_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <sstream>
#include <string_view>

#include "ir/errors.h"

namespace fencepost::frontend::svcomp {

namespace {

struct Formula {
    std::string_view text;
    const char* name;
};

/// The formulas that have a name, without blanks.
constexpr Formula formulas[] = {
    {"G!data-race", "no-data-race"},
    {"G!overflow", "no-overflow"},
    {"G!deadlock", "no-deadlock"},
    {"Gvalid-free", "valid-free"},
    {"Gvalid-deref", "valid-deref"},
    {"Gvalid-memtrack", "valid-memtrack"},
    {"Gvalid-memcleanup", "valid-memcleanup"},
    {"Fend", "termination"},
};

std::string without_blanks(std::string_view text) {
    std::string result;
    for (const char c : text)
        if (c != ' ' && c != '\t' && c != '\r') result += c;
    return result;
}

std::string trimmed(const std::string& line) {
    const size_t first = line.find_first_not_of(" \t\r");
    if (first == std::string::npos) return {};
    return line.substr(first, line.find_last_not_of(" \t\r") - first + 1);
}

/// Takes `before` and `after` off the ends; nullopt if they are not there.
std::optional<std::string> between(const std::string& text, std::string_view before,
                                   std::string_view after) {
    if (text.size() < before.size() + after.size() || !text.starts_with(before) ||
        !text.ends_with(after))
        return std::nullopt;
    return text.substr(before.size(), text.size() - before.size() - after.size());
}

bool is_identifier(const std::string& name) {
    return !name.empty() && std::all_of(name.begin(), name.end(), [](unsigned char c) {
        return std::isalnum(c) != 0 || c == '_';
    });
}

Check parse_check(const std::string& line, const ir::Position& where) {
    const auto formula = between(without_blanks(line), "CHECK(init(main()),LTL(", "))");
    if (!formula) throw ir::InputError(where, "expected CHECK( init(main()), LTL(…) )");
    Check check{.name = {}, .function = {}, .text = line};
    if (const auto function = between(*formula, "G!call(", "())")) {
        if (!is_identifier(*function))
            throw ir::InputError(where, fmt::format("`{}` is no function", *function));
        check.name = "unreach-call";
        check.function = *function;
    }
    for (const Formula& known : formulas)
        if (*formula == known.text) check.name = known.name;
    return check;
}

}  // namespace

std::string Specification::name() const {
    if (checks.size() == 1) return checks[0].name;
    const auto is_memory_safety = [](const Check& check) {
        return check.name == "valid-free" || check.name == "valid-deref" ||
               check.name == "valid-memtrack";
    };
    return std::all_of(checks.begin(), checks.end(), is_memory_safety) ? "valid-memsafety" : "";
}

std::string Specification::text() const {
    std::string all;
    for (const Check& check : checks) all += (all.empty() ? "" : " ") + check.text;
    return all;
}

Specification parse_properties(const std::string& text, const std::string& path) {
    Specification specification;
    std::istringstream lines(text);
    std::string line;
    for (uint32_t number = 1; std::getline(lines, line); ++number) {
        line = trimmed(line);
        if (!line.empty()) specification.checks.push_back(parse_check(line, {path, number, 1}));
    }
    if (specification.checks.empty()) throw ir::InputError({path, 0, 0}, "no CHECK in this file");
    return specification;
}

}  // namespace fencepost::frontend::svcomp
