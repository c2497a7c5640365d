// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Who uses how much memory in a process that several engines share. Each engine's thread opens
// an account; the program's `operator new` and `delete` (portfolio/memory.cpp) book every block
// on the account of the thread that asks. It is an estimate: what an engine's own helper threads
// take is not booked, and Z3 has a count of its own (Engine::foreign_memory).
#pragma once

#include <atomic>
#include <cstdint>

namespace fencepost::portfolio {

class MemoryAccount {
  public:
    /// Bytes that are held now.
    int64_t bytes() const { return bytes_.load(std::memory_order_relaxed); }
    void book(int64_t bytes) { bytes_.fetch_add(bytes, std::memory_order_relaxed); }

    /// From here on, what this thread takes and gives back is booked on `account` (nullptr: on
    /// none).
    static void open(MemoryAccount* account);

  private:
    std::atomic<int64_t> bytes_ = 0;
};

/// What the whole process holds in physical memory, in bytes; 0 if the system does not say.
uint64_t resident_memory();

}  // namespace fencepost::portfolio
