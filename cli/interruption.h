// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// SIGINT and SIGTERM: a run that is told to end still prints a result. A thread of its own waits
// for the signals (handlers could do next to nothing); it passes them on as a stop token. If the
// run does not react in time, say because the compiler is at work, that thread prints the last
// words itself and ends the process. It does the same when the run goes on far beyond its limits.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <optional>
#include <stop_token>
#include <thread>

namespace fencepost::cli {

/// Ends the process at once, after the output; threads that still run are not waited for.
[[noreturn]] void end_process(int code);

class Interruption {
  public:
    /// Why the run ends, to the exit code; prints a result without the run's help.
    using LastWords = std::function<int(const char* why)>;

    /// To be made before any other thread.
    Interruption(LastWords last_words,
                 std::optional<std::chrono::steady_clock::time_point> deadline, uint64_t memory);
    ~Interruption();
    Interruption(const Interruption&) = delete;
    Interruption& operator=(const Interruption&) = delete;

    std::stop_token token() const { return source_.get_token(); }

    /// To be called before printing: from here on there are no last words. Does not return if
    /// they are being said.
    void begin_output();

  private:
    void watch(const std::stop_token& over);
    /// Which limit the run should have kept, for longer than it may take to do so.
    const char* overdue();
    void speak(const char* why);

    LastWords last_words_;
    const std::optional<std::chrono::steady_clock::time_point> deadline_;
    const uint64_t memory_;
    std::optional<std::chrono::steady_clock::time_point> too_large_since_;
    std::stop_source source_;
    std::atomic_flag output_ = ATOMIC_FLAG_INIT;
    std::jthread thread_;
};

}  // namespace fencepost::cli
