// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// How much memory the process uses, for budgets. Linux tells in /proc/self/statm, which takes
// some microseconds to read; engines ask far more often than the figure changes, so each
// thread reads it again only after a while. Elsewhere the peak that getrusage knows has to do.
#include "ir/memory_use.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>

namespace fencepost::ir {

namespace {

using Clock = std::chrono::steady_clock;

/// A process that allocates as fast as it can gets some megabytes in this time.
constexpr auto refresh = std::chrono::milliseconds(2);

uint64_t read_now() {
    static const int file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
    char text[128];
    const ssize_t length = file < 0 ? 0 : pread(file, text, sizeof text - 1, 0);
    unsigned long long total = 0, resident = 0;
    if (length > 0) {
        text[length] = 0;
        if (std::sscanf(text, "%llu %llu", &total, &resident) == 2)
            return resident * static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
    }
    rusage usage{};
    if (getrusage(RUSAGE_SELF, &usage) != 0) return 0;
    return static_cast<uint64_t>(usage.ru_maxrss) * 1024;
}

}  // namespace

uint64_t memory_in_use() {
    thread_local Clock::time_point read_at{};
    thread_local uint64_t bytes = 0;
    const Clock::time_point now = Clock::now();
    if (bytes == 0 || now - read_at >= refresh) {
        bytes = read_now();
        read_at = now;
    }
    return bytes;
}

}  // namespace fencepost::ir
