// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
#include "portfolio/engine.h"

#include "explorers/enumerate/enumerate.h"
#include "ir/errors.h"

namespace fencepost::portfolio {

const std::vector<Engine>& engines() {
    static const std::vector<Engine> all = {
#define ENGINE(name, run, description) {name, run, description},
#include "portfolio/engines.def"
#undef ENGINE
    };
    return all;
}

const Engine* find_engine(std::string_view name) {
    for (const Engine& engine : engines())
        if (engine.name == name) return &engine;
    return nullptr;
}

ir::Answer run(const Engine& engine, const ir::Program& program, const models::Model& model,
               const ir::Question& question, const ir::Limits& limits) {
    try {
        return engine.run(program, model, question, limits);
    } catch (const ir::Unsupported& refusal) {
        ir::Answer answer;
        answer.reason = refusal.what();
        answer.unsupported = true;
        return answer;
    }
}

}  // namespace fencepost::portfolio
