// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// A test states its own expectation in one line of the file:
//
//   (* expect: sc=forbid/3 tso=allow/4 pso=allow/4 power=allow *)
//
// For each model: can an allowed execution satisfy the proposition, and (optional) how many
// executions are allowed. `-` = not defined for this test. A file without the line, with an
// unknown word, or with a model too few or too many is a failing test.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace fencepost::harness {

struct Expectation {
    /// `-` in the file.
    bool undefined = false;
    bool allowed = false;
    std::optional<uint64_t> executions;
};

/// By model. Throws std::runtime_error with the reason.
std::map<std::string, Expectation> parse_expectations(std::string_view text);

}  // namespace fencepost::harness
