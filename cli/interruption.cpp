// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
#include "cli/interruption.h"

#include <signal.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>

#include "cli/exit_code.h"

namespace fencepost::cli {

namespace {

/// How long a run has to end by itself.
constexpr std::chrono::milliseconds patience{400};

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

Interruption::Interruption(std::function<int()> last_words) : last_words_(std::move(last_words)) {
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

void Interruption::watch(const std::stop_token& over) {
    const sigset_t set = interrupts();
    const timespec tick{.tv_sec = 0, .tv_nsec = 20'000'000};
    while (sigtimedwait(&set, nullptr, &tick) < 0)
        if (over.stop_requested()) return;
    source_.request_stop();
    for (std::chrono::milliseconds waited{0}; waited < patience;
         waited += std::chrono::milliseconds(20)) {
        if (over.stop_requested()) return;
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    if (output_.test_and_set()) return;
    end_process(last_words_());
}

}  // namespace fencepost::cli
