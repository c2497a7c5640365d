// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// What random C programs are tried for: engines agree, lowering means what clang's code
// does, variations that mean the same have the same verdict.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "ir/answer.h"
#include "tests/fuzz/c_threads.h"
#include "tests/fuzz/c_values.h"

namespace fencepost::fuzz {

/// How often who could not tell.
struct CStatistics {
    uint64_t programs = 0, questions = 0, unsupported = 0;
    /// Definite answers.
    std::map<std::string, uint64_t> answers;
};

/// A difference between engines on the program under a model, or nullopt. Violations under SC
/// must be ones under the other models, too.
std::optional<std::string> differ(const CThreads& program, CStatistics& statistics);

/// A difference between the program and its variations, or nullopt: renamed, reordered, split
/// into functions, optimised, and with a fence more.
std::optional<std::string> vary(const CThreads& program, uint64_t seed, CStatistics& statistics);

/// A function whose lowered code does not compute what the compiled code computes, or nullopt.
/// Compiles and runs one process for all of them.
std::optional<std::string> differ(const std::vector<CValues>& all, bool symbolic);

/// The verdict on a C program; unknown if it is unsupported. `flags` as for clang.
ir::Answer decide(const std::string& c, const std::string& model,
                  const std::vector<std::string>& flags = {}, const std::string& engine = "sat");

}  // namespace fencepost::fuzz
