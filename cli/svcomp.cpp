// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
#include "cli/svcomp.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "cli/commands.h"
#include "cli/inputs.h"
#include "frontend/svcomp/task.h"
#include "ir/errors.h"
#include "ir/property.h"

namespace fencepost::cli {

namespace fs = std::filesystem;
namespace svcomp = frontend::svcomp;

namespace {

bool is_task(const std::string& path) { return path.ends_with(".yml"); }

/// Which of the task's property files is meant when the user names none.
std::string only_property(const svcomp::Task& task) {
    if (task.properties.size() == 1) return task.properties[0].property_file;
    std::string files;
    for (const svcomp::TaskProperty& property : task.properties)
        files += " " + property.property_file;
    throw ir::InputError({task.path, 0, 0},
                         task.properties.empty()
                             ? "the task has no property: say --property-file"
                             : fmt::format("say --property-file, one of{}", files));
}

void apply_task(Options& options) {
    const svcomp::Task task = svcomp::read_task(options.inputs[0]);
    if (options.inputs.size() > 1) throw ir::InputError({task.path, 0, 0}, "a task stands alone");
    if (task.language != "C")
        throw ir::InputError({task.path, 0, 0}, "programs in " + task.language + " are not read");
    options.inputs = task.input_files;
    if (!task.data_model.empty()) options.data_model = task.data_model;
    if (options.property_file.empty()) options.property_file = only_property(task);
}

/// Throws ir::Unsupported for a property that we cannot check.
void apply_property_file(Options& options) {
    options.specification =
        svcomp::parse_properties(read_file(options.property_file), options.property_file);
    const std::string name = options.specification->name();
    const auto property = ir::find_property(name);
    if (!property)
        throw ir::Unsupported({options.property_file, 0, 0},
                              name.empty() ? "this property is not supported"
                                           : fmt::format("the property {} is not supported", name));
    // Memory that is still pointed to at the end is no error for the competition, but one for
    // us: who frees all of it is right in both views.
    options.properties = {std::string(ir::name(*property))};
    if (property == ir::Property::MemSafety)
        options.properties.emplace_back(ir::name(ir::Property::Leak));
    options.error_function = options.specification->checks[0].function;
}

ExitCode give_up(const Options& options, const std::string& reason) {
    CheckResult result;
    result.input = options.inputs.front();
    result.model = options.model;
    result.answer.reason = reason;
    const bool json = options.check_format == "json";
    fmt::print("{}",
               json ? properties_to_json({result}) : to_text(result) + verdict_line({result}));
    return ExitCode::Unknown;
}

}  // namespace

std::string unknown_line(std::string reason) {
    std::replace(reason.begin(), reason.end(), '\n', ' ');
    return fmt::format("VERDICT: UNKNOWN ({})\n", reason);
}

void see_as_competition(std::vector<CheckResult>& results) {
    if (results.size() < 2) return;
    for (CheckResult& result : results) {
        if (result.property != ir::name(ir::Property::Leak) ||
            result.answer.verdict != ir::Verdict::Violated)
            continue;
        result.answer = {};
        result.answer.reason = "memory is not freed; whether it is lost is not decided";
    }
}

std::string verdict_line(const std::vector<CheckResult>& results) {
    const CheckResult& result = decisive(results);
    switch (result.answer.verdict) {
        case ir::Verdict::Holds:
            return result.complete ? "VERDICT: TRUE\n"
                                   : unknown_line(fmt::format("no violation up to {} rounds of a "
                                                              "loop",
                                                              result.bound));
        case ir::Verdict::Violated: {
            const ir::Event* failed = failed_assertion(result);
            const auto property = ir::find_property(result.property);
            return fmt::format("VERDICT: FALSE({})\n", failed != nullptr
                                                           ? ir::competition_name(failed->failure)
                                                           : ir::competition_name(*property));
        }
        case ir::Verdict::Unknown:
            break;
    }
    return unknown_line(result.answer.reason);
}

ExitCode svcomp_check_command(const Options& given) {
    Options options = given;
    try {
        const auto& inputs = options.inputs;
        if (std::any_of(inputs.begin(), inputs.end(), is_task)) apply_task(options);
        try {
            if (!options.property_file.empty()) apply_property_file(options);
        } catch (const ir::Unsupported& problem) {
            return give_up(options, problem.what());
        }
        return check_command(options);
    } catch (const std::exception& problem) {
        // Whatever happens, who gives a property file gets a verdict.
        if (!options.property_file.empty() && options.check_format == "text")
            fmt::print("{}", unknown_line(problem.what()));
        throw;
    }
}

}  // namespace fencepost::cli
