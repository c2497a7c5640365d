// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
#include "cli/batch/progress.h"

#include <fmt/format.h>

#include <cmath>

namespace fencepost::cli::batch {

Progress::Progress(size_t done, size_t total, bool terminal)
    : before_(done), total_(total), terminal_(terminal), done_(done) {}

std::string clock_time(double seconds) {
    const auto all = static_cast<long>(std::ceil(seconds));
    const long hours = all / 3600, minutes = all / 60 % 60, rest = all % 60;
    return hours > 0 ? fmt::format("{}:{:02}:{:02}", hours, minutes, rest)
                     : fmt::format("{}:{:02}", minutes, rest);
}

std::string Progress::bar(double seconds) const {
    constexpr size_t width = 24;
    const size_t full = total_ == 0 ? width : width * done_ / total_;
    std::string text =
        fmt::format("[{}{}] {}/{}  right {}  wrong {}  unknown {}", std::string(full, '#'),
                    std::string(width - full, '.'), done_, total_, right_, wrong_, unknown_);
    if (done_ > before_ && done_ < total_)
        text += "  to go " + clock_time(seconds / static_cast<double>(done_ - before_) *
                                        static_cast<double>(total_ - done_));
    return text;
}

void Progress::count(const Row& row) {
    ++done_;
    const Outcome result = outcome(row);
    right_ += result == Outcome::Right || result == Outcome::Unchecked;
    wrong_ += result == Outcome::Wrong;
    unknown_ += result == Outcome::Unknown;
}

void Progress::add(const Row& row) {
    count(row);
    if (terminal_) {
        const double seconds = std::chrono::duration<double>(Clock::now() - start_).count();
        fmt::print(stderr, "\r\033[K{}", bar(seconds));
    } else {
        fmt::print(stderr, "{}/{} {} {} {:.2f} s {} {}{}\n", done_, total_, row.verdict,
                   name(outcome(row)), row.seconds, row.name, row.config,
                   row.kind.empty() ? "" : fmt::format(" ({})", row.kind));
    }
}

void Progress::finish() {
    if (terminal_) fmt::print(stderr, "\r\033[K");
}

}  // namespace fencepost::cli::batch
