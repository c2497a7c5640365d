// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// The race: several engines on one question, each a Taskflow task; the first definite verdict
// wins and the others are told to stop. The answer does not depend on who wins: engines mean the
// same by a verdict, and whenever two of them have finished, their verdicts are compared.
//
//   Race race(ranked(program, …), program, model, {}, budget, {});
//   RaceResult result = race.run();
//
// Entrants come strongest first (portfolio/ranking.h). As many as there are cores start at once.
// When one leaves the race without a verdict, the next takes its place; and the longer the race
// lasts, the more of the others start as well, with low priority, so that a wrong guess about
// strength costs a little and not everything.
//
// run() returns as soon as there is a verdict; engines that have been told to stop may still be
// on their way out. The destructor waits for them. An engine that does not stop at all is
// abandoned with everything it uses (a leak on purpose: there is no safe way to end a thread).
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "portfolio/engine.h"

namespace fencepost::portfolio {

using Clock = std::chrono::steady_clock;

/// What the whole race may use.
struct Budget {
    std::stop_token stop{};
    std::optional<Clock::time_point> deadline{};
    /// CPU seconds of the process, from its start; 0: any.
    double cpu_seconds = 0;
    /// Bytes of physical memory of the process; 0: any. The engine that holds most is stopped
    /// first.
    uint64_t memory = 0;
};

struct RaceSettings {
    /// Engines that run at full priority at the same time; 0: one a core.
    unsigned cores = 0;
    /// All entrants have low priority: a more important race is on.
    bool reserve = false;
    /// One engine after the other in the given order, so that the same one wins every time.
    bool deterministic = false;
    /// Wait for all and compare.
    bool cross_check = false;
    /// How long the destructor waits for engines that were told to stop.
    std::chrono::milliseconds patience{5000};
};

enum class Status : uint8_t {
#define STATUS(name, text) name,
#include "portfolio/status.def"
#undef STATUS
};

std::string_view name(Status status);

struct Entry {
    std::string engine;
    Status status = Status::Waiting;
    ir::Verdict verdict = ir::Verdict::Unknown;
    /// Why there is no verdict.
    std::string reason{};
    double seconds = 0;
};

struct RaceResult {
    /// Of the winner; unknown with a reason if there is none.
    ir::Answer answer;
    /// Empty: nobody.
    std::string winner;
    /// In the order of the ranking.
    std::vector<Entry> entries;
};

/// Two engines contradict each other. The message says who and in what.
class Disagreement : public ir::InternalError {
  public:
    using InternalError::InternalError;
};

class Race {
  public:
    Race(std::vector<Engine> entrants, std::shared_ptr<const ir::Program> program,
         std::shared_ptr<const models::Model> model, ir::Question question, Budget budget,
         RaceSettings settings);
    ~Race();
    Race(const Race&) = delete;
    Race& operator=(const Race&) = delete;

    /// Once. Throws Disagreement, and the InternalError of an engine if nobody else decides.
    RaceResult run();

    /// From another thread: run() returns soon, with a verdict only if there is one already.
    void request_stop();

    /// Nobody is running any more.
    bool finished() const;

  private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace fencepost::portfolio
