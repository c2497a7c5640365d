// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
#include "cli/interruption.h"

#include <signal.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>

#include "cli/exit_code.h"
#include "ir/answer.h"
#include "portfolio/memory.h"

namespace fencepost::cli {

namespace {

/// How long a run has to end by itself.
constexpr std::chrono::milliseconds patience{400};
/// And to keep its limits, before it is ended.
constexpr std::chrono::seconds grace{1};

using Clock = std::chrono::steady_clock;

sigset_t interrupts() {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGTERM);
    return set;
}

}  // namespace

void end_process(int code) {
    if (std::fflush(stdout) != 0) code = static_cast<int>(ExitCode::InternalError);
    _exit(code);
}

Interruption::Interruption(LastWords last_words, std::optional<Clock::time_point> deadline,
                           uint64_t memory)
    : last_words_(std::move(last_words)), deadline_(deadline), memory_(memory) {
    const sigset_t set = interrupts();
    // Threads inherit the mask: the signals reach nobody but the thread that waits for them.
    pthread_sigmask(SIG_BLOCK, &set, nullptr);
    thread_ = std::jthread([this](const std::stop_token& over) { watch(over); });
}

Interruption::~Interruption() {
    thread_.request_stop();
    thread_.join();
    const sigset_t set = interrupts();
    pthread_sigmask(SIG_UNBLOCK, &set, nullptr);
}

void Interruption::begin_output() {
    if (!output_.test_and_set()) return;
    while (true) pause();
}

const char* Interruption::overdue() {
    const Clock::time_point now = Clock::now();
    if (deadline_ && now > *deadline_ + grace) return "out of time";
    if (memory_ == 0 || portfolio::resident_memory() <= memory_)
        too_large_since_.reset();
    else if (!too_large_since_)
        too_large_since_ = now;
    else if (now > *too_large_since_ + grace)
        return ir::Limits::out_of_memory;
    return nullptr;
}

void Interruption::speak(const char* why) {
    if (!output_.test_and_set()) end_process(last_words_(why));
}

void Interruption::watch(const std::stop_token& over) {
    const sigset_t set = interrupts();
    const timespec tick{.tv_sec = 0, .tv_nsec = 20'000'000};
    while (sigtimedwait(&set, nullptr, &tick) < 0) {
        if (over.stop_requested()) return;
        if (const char* why = overdue()) return speak(why);
    }
    source_.request_stop();
    for (std::chrono::milliseconds waited{0}; waited < patience;
         waited += std::chrono::milliseconds(20)) {
        if (over.stop_requested()) return;
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    speak("interrupted");
}

}  // namespace fencepost::cli
