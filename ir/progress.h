// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// How far an engine is, for whoever waits. Engines that go through one thing after the other
// keep it up to date, now and then; only cli/ shows it.
#pragma once

#include <atomic>
#include <cstdint>

namespace fencepost::ir {

struct Progress {
    /// Complete executions looked at; runs that were given up.
    std::atomic<uint64_t> explored = 0, given_up = 0;
    /// Of the search that is done, 0 to 1, estimated.
    std::atomic<double> share = 0;
};

}  // namespace fencepost::ir
