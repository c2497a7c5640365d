// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// `fencepost engines` and `fencepost models`: what is built in.
#include <fmt/format.h>

#include "cli/commands.h"
#include "models/shipped.h"
#include "portfolio/engine.h"

namespace fencepost::cli {

ExitCode engines_command() {
    for (const portfolio::Engine& engine : portfolio::engines())
        fmt::print("{:10}  {}; not: {}\n", engine.name, engine.description, engine.limits);
    return ExitCode::Holds;
}

ExitCode models_command() {
    for (const models::ShippedModel& shipped : models::shipped_models()) {
        const models::Model model = models::load_model(std::string(shipped.name));
        std::string axioms;
        for (const models::Axiom& axiom : model.axioms)
            axioms += fmt::format("{}{}", axioms.empty() ? "" : ", ", axiom.name);
        fmt::print("{:10}  {} ({})\n", shipped.name, model.title, axioms);
    }
    return ExitCode::Holds;
}

}  // namespace fencepost::cli
