// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// An execution told as one sequence of steps, for witness formats that know interleavings
// only (GraphML 1.0 and YAML 2.2 of the software verification competition).
//
// What happens before the failure in po, rf, co and fr is, if these have no cycle, a
// sequentially consistent run that ends in it; nothing else is told. Of each stretch of one
// thread only the ends are kept: validators search between the steps, and dense witnesses
// make them slow. An execution that is not sequentially consistent has no such order; then
// the steps respect program order and the starts and joins of threads only, and
// `sequential` is false.
#pragma once

#include <string>
#include <vector>

#include "ir/execution.h"
#include "ir/program.h"

namespace fencepost::witness {

enum class StepKind : uint8_t {
    /// The thread starts thread `created`.
    Create,
    /// A function gives a nondeterministic value.
    Input,
    /// A memory access, where threads take turns.
    Access,
    /// The failure.
    Target,
};

struct Step {
    StepKind kind = StepKind::Access;
    /// 0 is main; the others are numbered in the order in which the story creates them.
    uint32_t thread = 0;
    uint32_t created = 0;
    /// Create: the function that the new thread runs. Input: the function that gives the value.
    std::string function{};
    /// Access: what is true just before it ("x == 1"), or empty. Input: the value.
    std::string fact{};
    ir::SourceLocation location{};
};

struct Story {
    std::vector<Step> steps;
    bool sequential = true;
};

Story tell(const ir::Program& program, const ir::Execution& execution);

}  // namespace fencepost::witness
