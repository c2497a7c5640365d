// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
#include "tests/harness/expect.h"

#include <charconv>
#include <sstream>
#include <stdexcept>

namespace fencepost::harness {

namespace {

Expectation parse_one(std::string_view text) {
    Expectation expectation;
    if (text == "-") {
        expectation.undefined = true;
        return expectation;
    }
    const std::string_view verdict = text.substr(0, text.find('/'));
    if (verdict != "allow" && verdict != "forbid")
        throw std::runtime_error("expected allow, forbid or -, found " + std::string(text));
    expectation.allowed = verdict == "allow";
    if (verdict.size() == text.size()) return expectation;
    const std::string_view count = text.substr(verdict.size() + 1);
    uint64_t value = 0;
    const auto [end, error] = std::from_chars(count.data(), count.data() + count.size(), value);
    if (error != std::errc{} || end != count.data() + count.size())
        throw std::runtime_error("no number of executions: " + std::string(text));
    expectation.executions = value;
    return expectation;
}

}  // namespace

std::map<std::string, Expectation> parse_expectations(std::string_view text) {
    constexpr std::string_view marker = "(* expect:";
    const size_t at = text.find(marker);
    if (at == std::string_view::npos) throw std::runtime_error("no expect line");
    if (text.find(marker, at + 1) != std::string_view::npos)
        throw std::runtime_error("two expect lines");
    const size_t end = text.find("*)", at);
    if (end == std::string_view::npos) throw std::runtime_error("unfinished expect line");
    std::istringstream words(
        std::string(text.substr(at + marker.size(), end - at - marker.size())));
    std::map<std::string, Expectation> result;
    for (std::string word; words >> word;) {
        const size_t equals = word.find('=');
        if (equals == std::string::npos) throw std::runtime_error("unknown word " + word);
        const std::string model = word.substr(0, equals);
        if (!result.emplace(model, parse_one(std::string_view(word).substr(equals + 1))).second)
            throw std::runtime_error("model " + model + " twice");
    }
    return result;
}

}  // namespace fencepost::harness
