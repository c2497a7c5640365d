// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Engines are equals behind one interface: a program, a model, a question and limits in,
// an answer out. The registry is portfolio/engines.def.
#pragma once

#include <functional>
#include <string_view>
#include <vector>

#include "ir/answer.h"
#include "ir/program.h"
#include "models/model.h"

namespace fencepost::portfolio {

struct Engine {
    using Function = ir::Answer(const ir::Program&, const models::Model&, const ir::Question&,
                                const ir::Limits&);

    std::string_view name;
    std::function<Function> run;
    /// Can it count executions in reasonable time?
    bool counts = false;
    std::string_view description{};
    /// What it does not do, for people.
    std::string_view limits{};
    /// Bytes that it took past `operator new` (portfolio/memory.h); nullptr: none.
    uint64_t (*foreign_memory)() = nullptr;
};

const std::vector<Engine>& engines();

/// nullptr if there is none of this name.
const Engine* find_engine(std::string_view name);

/// Runs the engine; an engine that throws Unsupported answers "unknown" with the reason. A
/// witness is replayed (witness/replay.h) before it is handed on; one that does not replay is
/// an InternalError, never a verdict.
ir::Answer run(const Engine& engine, const ir::Program& program, const models::Model& model,
               const ir::Question& question, const ir::Limits& limits);

}  // namespace fencepost::portfolio
