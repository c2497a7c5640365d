// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
#include "cli/batch/tasks.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <set>

#include "cli/batch/batch_file.h"
#include "cli/inputs.h"
#include "frontend/svcomp/task.h"
#include "ir/errors.h"
#include "witness/sha256.h"

namespace fencepost::cli::batch {

namespace fs = std::filesystem;
namespace svcomp = frontend::svcomp;

namespace {

bool is_competition_task(const std::string& path) { return path.ends_with(".yml"); }

bool is_program(const std::string& path) {
    return is_c_program(path) || path.ends_with(".litmus") || path.ends_with(".ir");
}

/// Competition tasks below a folder, or if there are none, the programs.
std::vector<std::string> list_folder(const std::string& folder) {
    std::vector<std::string> tasks, programs;
    std::error_code error;
    for (fs::recursive_directory_iterator at(folder, error), end; !error && at != end;
         at.increment(error)) {
        const std::string path = at->path().string();
        if (is_competition_task(path)) tasks.push_back(path);
        if (is_program(path)) programs.push_back(path);
    }
    if (error) throw ir::InputError({folder, 0, 0}, "cannot read: " + error.message());
    std::vector<std::string>& found = tasks.empty() ? programs : tasks;
    if (found.empty()) throw ir::InputError({folder, 0, 0}, "no task in this folder");
    std::sort(found.begin(), found.end());
    return found;
}

std::vector<std::string> expand(const std::string& input) {
    if (input.starts_with("@")) return expand_inputs({input});
    if (fs::is_directory(input)) return list_folder(input);
    if (input.ends_with(".set")) return svcomp::read_set(input);
    return {input};
}

/// What applies to one entry: the command line, or an entry of a batch file over it.
Entry from_command_line(const Options& o, const std::string& input) {
    Entry entry{.input = input,
                .name = {},
                .models = o.models,
                .unroll = o.bound,
                .engine = o.batch_engine,
                .property_file = o.property_file,
                .data_model = o.data_model,
                .defines = o.defines,
                .include_folders = o.include_folders,
                .c_standard = o.c_standard,
                .timeout = o.timeout,
                .memory_mb = static_cast<double>(o.memory),
                .expected = {}};
    if (entry.models.empty()) entry.models = {"sc"};
    return entry;
}

class List {
  public:
    void add(const Entry& entry) {
        if (!is_competition_task(entry.input)) return add(entry, entry.property_file, {}, nullptr);
        const svcomp::Task task = svcomp::read_task(entry.input);
        bool found = false;
        for (const svcomp::TaskProperty& property : task.properties) {
            std::error_code error;
            if (!entry.property_file.empty() &&
                !fs::equivalent(entry.property_file, property.property_file, error))
                continue;
            found = true;
            add(entry, property.property_file, task.data_model, &property);
        }
        // As BenchExec does, a task without the property that is asked for is left out.
        if (!found && entry.property_file.empty())
            throw ir::InputError({entry.input, 0, 0}, "the task has no property");
    }

    std::vector<Task> finish() && { return std::move(tasks_); }

  private:
    void add(const Entry& entry, const std::string& property_file, const std::string& data_model,
             const svcomp::TaskProperty* property) {
        for (const std::string& model : entry.models) {
            Task task;
            task.timeout = entry.timeout;
            task.memory_mb = entry.memory_mb;
            task.arguments = arguments(entry, property_file, model);
            Row& row = task.row;
            row.input = entry.input;
            row.model = model;
            row.config = entry.engine.empty() ? model : model + " " + entry.engine;
            row.property =
                property_file.empty() ? "assert" : fs::path(property_file).stem().string();
            row.name = entry.name.empty() ? entry.input : entry.name;
            if (property != nullptr && property->expected)
                row.expected = *property->expected ? "holds" : "violated";
            if (property != nullptr) row.expected_part = property->subproperty;
            if (const auto expected = entry.expected.find(model); expected != entry.expected.end())
                row.expected = expected->second;
            row.index = tasks_.size();
            std::string all = data_model;
            for (const std::string& word : task.arguments) all += '\0' + word;
            row.id = witness::sha256(all).substr(0, 16);
            if (ids_.insert(row.id).second) tasks_.push_back(std::move(task));
        }
    }

    static std::vector<std::string> arguments(const Entry& entry, const std::string& property_file,
                                              const std::string& model) {
        std::vector<std::string> words = {"check", entry.input, "--model",
                                          model,   "--unroll",  entry.unroll};
        const auto add = [&](const char* option, const std::string& value) {
            if (!value.empty()) words.insert(words.end(), {option, value});
        };
        add("--engine", entry.engine);
        add("--property-file", property_file);
        add("--data-model", entry.data_model);
        add("--std", entry.c_standard);
        for (const std::string& define : entry.defines) add("-D", define);
        for (const std::string& folder : entry.include_folders) add("-I", folder);
        return words;
    }

    std::vector<Task> tasks_;
    /// A task that is named twice runs once.
    std::set<std::string> ids_;
};

}  // namespace

std::vector<Task> list_tasks(const Options& options) {
    List list;
    for (const std::string& input : options.tasks)
        for (const std::string& path : expand(input)) list.add(from_command_line(options, path));
    if (!options.batch_file.empty())
        for (const Entry& entry :
             read_batch_file(options.batch_file, from_command_line(options, {})))
            for (const std::string& path : expand(entry.input)) {
                Entry one = entry;
                one.input = path;
                list.add(one);
            }
    return std::move(list).finish();
}

std::vector<Task> take_shard(std::vector<Task> tasks, const std::string& shard) {
    if (shard.empty()) return tasks;
    size_t which = 0, of = 0;
    const char* const end = shard.data() + shard.size();
    const auto first = std::from_chars(shard.data(), end, which);
    const bool slash = first.ec == std::errc{} && first.ptr != end && *first.ptr == '/';
    const auto second = slash ? std::from_chars(first.ptr + 1, end, of) : first;
    if (!slash || second.ec != std::errc{} || second.ptr != end || which < 1 || which > of)
        throw ir::InputError({"--shard " + shard, 0, 0}, "expected i/n with 1 <= i <= n");
    std::vector<Task> mine;
    for (Task& task : tasks)
        if (task.row.index % of == which - 1) mine.push_back(std::move(task));
    return mine;
}

}  // namespace fencepost::cli::batch
