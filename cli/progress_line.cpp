// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
#include "cli/progress_line.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <mutex>

namespace fencepost::cli {

using namespace std::chrono_literals;

ProgressLine::ProgressLine(std::shared_ptr<const ir::Progress> progress)
    : progress_(std::move(progress)) {
    if (isatty(STDERR_FILENO) != 0)
        thread_ = std::jthread([this](const std::stop_token& over) { show(over); });
}

ProgressLine::~ProgressLine() = default;

void ProgressLine::show(const std::stop_token& over) const {
    const auto start = std::chrono::steady_clock::now();
    std::mutex mutex;
    std::condition_variable_any wake;
    std::unique_lock lock(mutex);
    bool is_shown = false;
    for (auto pause = 1000ms; !wake.wait_for(lock, over, pause, [] { return false; });
         pause = 500ms) {
        if (over.stop_requested()) break;
        if (progress_->explored + progress_->given_up == 0) continue;
        const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
        fmt::print(stderr, "\r{}\033[K", describe(*progress_, time.count()));
        std::fflush(stderr);
        is_shown = true;
    }
    if (!is_shown) return;
    fmt::print(stderr, "\r\033[K");
    std::fflush(stderr);
}

std::string describe(const ir::Progress& progress, double seconds) {
    const uint64_t explored = progress.explored;
    return fmt::format(
        "{} executions explored, {} runs given up, {:.0f} a second, about {:.0f} % done", explored,
        progress.given_up.load(), static_cast<double>(explored) / std::max(seconds, 1e-3),
        100 * progress.share.load());
}

}  // namespace fencepost::cli
