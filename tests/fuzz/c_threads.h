// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Random concurrent C programs: two or three threads with a handful of accesses each to shared
// scalars, atomics of all orders, struct members, arrays, bit-fields and pointers, with
// branches, small loops, fences and mutexes; main asserts something about what was read. A
// program is a list of lines for each thread, and every line can be left out, so that a
// program that makes engines differ can be shrunk and varied.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace fencepost::fuzz {

struct CThreads {
    /// Shared variables, one declaration a line; their order means nothing.
    std::vector<std::string> declarations;
    /// Lines of each thread; registers are r0 to r3, the thread's result is made of them.
    std::vector<std::vector<std::string>> threads;
    /// Over t0, t1… (the results) and shared variables, when all threads have ended.
    std::string bad;
    /// All shared accesses are volatile or atomic: the compiler must keep them.
    bool observable = false;
};

CThreads random_threads(uint64_t seed);
std::string to_c(const CThreads& program);

// Variations that mean the same.
CThreads renamed(CThreads program);
CThreads reordered(CThreads program, uint64_t seed);
/// The body of each thread is split into two functions.
std::string split_to_c(const CThreads& program);
/// With one more full fence somewhere: no more behaviours.
CThreads fenced(CThreads program, uint64_t seed);

/// Without lines that are not needed to fail.
CThreads shrink(CThreads program, const std::function<bool(const CThreads&)>& fails);

}  // namespace fencepost::fuzz
