// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Asking a solver everything a question needs. The same for all symbolic engines.
#pragma once

#include <new>

#include "encoders/problem.h"
#include "ir/answer.h"
#include "solvers/backend.h"

namespace fencepost::encoders {

/// Thrown by the polls of an encoder when limits are exceeded; engines turn it into "unknown".
struct GiveUp {
    const char* reason;
};

/// The limits, which must outlive it, as a solver sees them.
solvers::Interrupt interrupt_for(const ir::Limits& limits);

/// Throws ir::Unsupported (accesses that overlap in part) and ir::InternalError (a solution
/// that the model does not allow).
ir::Answer ask(Problem& problem, solvers::Backend& backend, const ir::Question& question,
               const ir::Limits& limits);

/// Runs `make`, which encodes and asks, and turns GiveUp and std::bad_alloc into an answer.
template <class Make>
ir::Answer answer_or_give_up(const Make& make) {
    try {
        return make();
    } catch (const GiveUp& stopped) {
        ir::Answer answer;
        answer.reason = stopped.reason;
        return answer;
    } catch (const std::bad_alloc&) {
        ir::Answer answer;
        answer.reason = ir::Limits::out_of_memory;
        return answer;
    }
}

}  // namespace fencepost::encoders
