// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// One program, model and property: bounds deepen (1, 2, 4, 8 with `--unroll auto`) until a
// violation is found, nothing is cut, or the budget is used up; at each bound the engines race.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "cli/check_result.h"
#include "cli/options.h"
#include "frontend/llvm/c_frontend.h"
#include "models/model.h"
#include "portfolio/deepening.h"

namespace fencepost::cli {

/// What is checked: read and compiled once, asked as often as there are models and
/// properties.
class CheckInput {
  public:
    /// Throws ir::InputError, ir::Unsupported.
    explicit CheckInput(const Options& options);

    const frontend::CModule* c_module() const { return module_ ? &*module_ : nullptr; }
    /// For inputs that are no C programs.
    std::shared_ptr<const ir::Program> program(int bound) const;

  private:
    std::string path_;
    std::optional<frontend::CModule> module_;
};

class CheckRun {
  public:
    CheckRun(const Options& options, const std::string& model, ir::Property property,
             std::vector<int> bounds, portfolio::Budget budget);

    /// Throws what is the user's fault or ours; what is merely unsupported is an unknown.
    CheckResult run(const CheckInput& input);

    /// Engines that were told to stop are all gone. If not, ending the process is the quick way.
    bool finished() const;

  private:
    /// Why to stop building programs, or nullptr.
    const char* exceeded() const;
    void decide(const CheckInput& input);
    /// The bounds, by racing engines on what `lower` makes of each.
    portfolio::BoundedResult deepen(const portfolio::Deepening::Lower& lower,
                                    const std::vector<int>& bounds, ir::Question question);
    void keep(portfolio::BoundedResult found);
    bool some_execution_ends(const frontend::CModule& module, frontend::Target target);
    void write_proof();

    const Options& options_;
    const ir::Property property_;
    const std::vector<int> bounds_;
    const portfolio::Budget budget_;
    std::shared_ptr<const models::Model> model_;
    std::vector<std::unique_ptr<portfolio::Deepening>> deepenings_;
    CheckResult result_;
};

}  // namespace fencepost::cli
