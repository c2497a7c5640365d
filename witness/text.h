// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
#pragma once

#include <string>

#include "ir/execution.h"
#include "ir/program.h"
#include "models/model.h"

namespace fencepost::witness {

/// The execution in words: each thread's events with values, where reads read from, source
/// lines, and the order of writes.
std::string to_text(const ir::Program& program, const ir::Execution& execution);

/// Why `model` forbids the execution: "forbidden by axiom sc: a po> b fr> c …". Empty if it
/// allows it.
std::string explain(const ir::Program& program, const ir::Execution& execution,
                    const models::Model& model);

/// One JSON object: threads, events, rf, co, violated_at.
std::string to_json(const ir::Program& program, const ir::Execution& execution);

}  // namespace fencepost::witness
