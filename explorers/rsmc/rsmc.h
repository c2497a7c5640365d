// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Engine `rsmc`: Relaxed Stateless Model Checking. Events are committed one by one, each
// with every parameter the model allows; each complete trace is explored exactly once
// (explorer.h). For SC, TSO, PSO and POWER, by whatever name the model goes.
#pragma once

#include <functional>

#include "ir/answer.h"
#include "ir/program.h"
#include "models/model.h"

namespace fencepost::explorers {

struct RsmcStats {
    /// Complete traces, those included in which a thread is blocked.
    uint64_t traces = 0;
    /// Runs given up because the model does not let them be completed, and that led to no
    /// other ones.
    uint64_t wasted = 0;
    /// Accesses committed, races followed, most decisions open at once.
    uint64_t commits = 0, races = 0;
    uint32_t deepest = 0;
};

/// To look on: statistics, and every complete trace (for tests; slow).
struct RsmcObserver {
    RsmcStats stats;
    std::function<void(const ir::Execution&)> on_trace;
    /// What was explored so far does not count: it begins anew.
    std::function<void()> on_restart;
};

/// Throws ir::Unsupported (a model that is none of the four, wide inputs, accesses that
/// overlap in part).
ir::Answer rsmc(const ir::Program& program, const models::Model& model,
                const ir::Question& question, const ir::Limits& limits);
ir::Answer rsmc(const ir::Program& program, const models::Model& model,
                const ir::Question& question, const ir::Limits& limits, RsmcObserver& observer);

}  // namespace fencepost::explorers
