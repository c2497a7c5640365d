// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Litmus tests in herd's format for PPC and X86, as bounded event programs.
//
//   ir::Program p = frontend::parse_litmus(text, "MP.litmus");
//   p.name();                          // "MP"
//   p.condition()->quantifier;         // a test without a condition is `forall true`
//   p.condition()->text;               // "1:r1=1 /\ 1:r3=0", normalised as herd prints it
//   p.observed()[0].label;             // "1:r1", "[x]": registers first, then memory
//
// Values are herd's: 64 bits in registers and memory, whatever the instruction's width;
// what the condition compares and the state shows is cut to the declared type (int when
// none is declared).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "ir/program.h"

namespace fencepost::frontend {

struct LitmusOptions {
    /// How often a thread may jump back to one address (herd's -unroll).
    int unroll = 2;
};

/// Throws ir::InputError with file, line and column.
ir::Program parse_litmus(std::string_view text, const std::string& file,
                         const LitmusOptions& options = {});

/// A value of a final state as herd prints it: a location's name if it is its address,
/// a signed decimal otherwise.
std::string format_value(const ir::Program& program, uint64_t value);

}  // namespace fencepost::frontend
