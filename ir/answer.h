// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// What an engine is asked and what it answers, as plain data, so that engines, the
// portfolio and the printers share one vocabulary.
//
// A program with a final-state condition (litmus) asks about executions in which every
// thread completed: does one satisfy the proposition, does one not? A program with
// assertions asks whether an allowed execution fails one.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "ir/execution.h"
#include "ir/memory_use.h"
#include "ir/program.h"
#include "ir/progress.h"

namespace fencepost::ir {

struct Question {
    /// Explore everything: count executions and final states.
    bool executions = false;
    /// Threads that an engine may use; the answer does not depend on it.
    unsigned threads = 1;
    /// Another order of looking at things, the same answer; 0 is the engine's own.
    uint64_t seed = 0;
    /// Where the engine says how far it is; may be null.
    std::shared_ptr<Progress> progress{};
};

/// When to give up. Cancellation must be prompt (below 100 ms).
struct Limits {
    std::stop_token stop{};
    std::optional<std::chrono::steady_clock::time_point> deadline{};
    /// Bytes in use by the whole process.
    std::optional<uint64_t> memory{};

    /// Why to stop now, or nullptr. Cheap enough to be asked every few microseconds.
    const char* exceeded() const {
        if (stop.stop_requested()) return "cancelled";
        if (deadline && std::chrono::steady_clock::now() >= *deadline) return "out of time";
        if (memory && memory_in_use() > *memory) return out_of_memory;
        return nullptr;
    }

    bool is_limited() const { return stop.stop_possible() || deadline || memory; }

    static constexpr const char* out_of_memory = "out of memory";
};

enum class Verdict : uint8_t { Holds, Violated, Unknown };

/// "holds", "violated", "unknown"
std::string_view name(Verdict verdict);

/// Values of Program::observed() at the end of some allowed executions.
struct FinalState {
    std::vector<uint64_t> values;
    uint64_t executions = 0;
};

struct Answer {
    /// Of the quantified condition or of the assertions. Holds is complete only if
    /// `bound_reached` is false.
    Verdict verdict = Verdict::Unknown;
    /// Why it is unknown.
    std::string reason;
    /// The engine cannot handle this program, model or question at all.
    bool unsupported = false;
    /// An allowed execution reached a bound of the program (Program::cuts()).
    bool bound_reached = false;

    // Final-state condition: an allowed, complete execution satisfies the proposition, or
    // does not. False also means "not looked for" when the verdict is unknown.
    bool satisfied = false;
    bool refuted = false;

    // With Question::executions. All are counted in pairs (rf, co).
    uint64_t executions = 0;
    uint64_t satisfying = 0;
    /// Executions in which a thread did not complete; not among `executions`.
    uint64_t blocked = 0;
    /// Sorted by value.
    std::vector<FinalState> states;

    /// Satisfies the proposition of the condition, or fails an assertion.
    std::optional<Execution> witness;

    /// (rf, co) candidates that were judged by the model.
    uint64_t candidates = 0;

    /// Figures of the engine for people: name and value.
    std::vector<std::pair<std::string, double>> stats;
};

/// Does the program contain an assertion, or forbid races?
bool has_assertions(const Program& program);
/// Did an assertion of the program fail, or was there a forbidden race?
bool fails_assertion(const Program& program, const Execution& execution);

// What an engine's findings (satisfied, refuted; `failed`: an assertion failed) mean.
/// The verdict, provided that everything was seen or the findings are conclusive.
Verdict verdict_of(const Program& program, const Answer& findings, bool failed);
/// The verdict stands although not everything was seen.
bool is_conclusive(const Program& program, const Answer& findings, bool failed);

}  // namespace fencepost::ir
