// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Random single-threaded C functions with a defined result: integers of all sizes, casts,
// bit-fields, unions, structs by value, arrays, pointers, function pointers, loops, switches and
// recursion. What clang's code computes when it runs is what the lowered program must
// compute, too. Arithmetic wraps (-fwrapv), shifts and indices are masked, divisors positive.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace fencepost::fuzz {

struct CValues {
    uint64_t seed = 0;
    /// Statements; each can be left out.
    std::vector<std::string> statements;
};

CValues random_values(uint64_t seed);

/// Types and helper functions that all functions share.
std::string values_prelude();
/// `static unsigned long value_N(int in)`.
std::string to_function(const CValues& values, size_t number);
/// A program that prints the result of each function, one a line.
std::string values_to_native(const std::vector<CValues>& all);
/// A program that asserts the results; `in` is not known to the compiler.
std::string values_to_check(const std::vector<CValues>& all, const std::vector<uint64_t>& results,
                            bool symbolic);

}  // namespace fencepost::fuzz
