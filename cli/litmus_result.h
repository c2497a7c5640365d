// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// The answer to one litmus test under one model, and its renderings.
#pragma once

#include <string>
#include <vector>

#include "ir/answer.h"
#include "ir/program.h"

namespace fencepost::cli {

struct LitmusResult {
    std::string test;
    std::string model;
    std::string engine;
    ir::Answer answer;
    ir::Quantifier quantifier = ir::Quantifier::Exists;
    /// The proposition, as written.
    std::string condition;
    /// Final states, one line each: "0:r3=0; [x]=1;".
    std::vector<std::string> states;
    bool counted = false;
    double seconds = 0;

    /// "Ok", "No" or "Unknown".
    std::string_view result() const;
    /// "Always", "Sometimes", "Never", or "" when unknown.
    std::string_view observation() const;
};

LitmusResult make_result(const ir::Program& program, std::string model, std::string engine,
                         ir::Answer answer, bool counted, double seconds);

/// herd7's log, as mcompare7 reads it; ends with an empty line.
std::string to_herd(const LitmusResult& result);
std::string csv_header();
std::string to_csv(const LitmusResult& result);
/// One object, no newline at the end.
std::string to_json(const LitmusResult& result);

}  // namespace fencepost::cli
