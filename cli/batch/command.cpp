// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// `fencepost batch` and `fencepost merge`: tasks in, a folder of results out.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <thread>

#include "cli/batch/progress.h"
#include "cli/batch/report.h"
#include "cli/batch/runner.h"
#include "cli/batch/store.h"
#include "cli/batch/summary.h"
#include "cli/commands.h"
#include "frontend/executable.h"
#include "ir/errors.h"

namespace fencepost::cli {

using namespace batch;
namespace fs = std::filesystem;

namespace {

std::vector<std::string> words(const std::string& text) {
    std::vector<std::string> all;
    for (size_t at = 0; at < text.size();) {
        const size_t end = std::min(text.find(' ', at), text.size());
        if (end > at) all.push_back(text.substr(at, end - at));
        at = end + 1;
    }
    return all;
}

/// What runs a task: the user's command or this program.
std::vector<std::string> worker_command(const Options& options) {
    if (!options.worker.empty()) return words(options.worker);
    return {frontend::own_executable().string()};
}

ExitCode finish(const Store& store) {
    write_whole(store.folder() + "/report.html",
                html_report(store.rows(), "Fencepost: " + store.folder()));
    fmt::print("{}report      {}/report.html\n", to_text(summarize(store.rows())), store.folder());
    for (const Row& row : store.rows())
        if (row.verdict == "error") return ExitCode::BadInput;
    return ExitCode::Holds;
}

}  // namespace

ExitCode batch_command(const Options& options) {
    const std::vector<Task> all = take_shard(list_tasks(options), options.shard);
    if (all.empty()) {
        fmt::print(stderr, "fencepost: no task: name files, folders or --tasks FILE\n");
        return ExitCode::BadUsage;
    }
    Store store(options.out, options.resume);
    std::set<std::string> known;
    for (const Row& row : store.rows()) known.insert(row.id);
    std::vector<Task> left;
    for (const Task& task : all)
        if (!known.contains(task.row.id)) left.push_back(task);
    const unsigned cores = std::max(1u, std::thread::hardware_concurrency());
    const unsigned jobs = options.jobs > 0 ? static_cast<unsigned>(options.jobs) : cores;
    Progress progress(all.size() - left.size(), all.size(), isatty(STDERR_FILENO) != 0);
    const bool ended = run_tasks(
        left,
        {.jobs = jobs,
         .cores = std::max(1u, cores / jobs),
         .worker = worker_command(options),
         .witness_folder = store.witness_folder(),
         .witness_format = options.witness_format == "none" ? "" : options.witness_format},
        [&](Row row) {
            progress.add(row);
            store.add(std::move(row));
        });
    progress.finish();
    if (!ended) {
        fmt::print(stderr, "fencepost: stopped after {} of {} tasks; --resume goes on\n",
                   store.rows().size(), all.size());
        return ExitCode::Unknown;
    }
    return finish(store);
}

namespace {

/// The definite one of two results for a task. Two that contradict each other are our bug.
bool replaces(const Row& later, const Row& earlier) {
    const auto definite = [](const Row& row) {
        return row.verdict == "violated" || (row.verdict == "holds" && row.complete);
    };
    if (definite(later) && definite(earlier) && later.verdict != earlier.verdict)
        throw ir::InternalError(fmt::format("{} ({}) is both {} and {}", later.name, later.config,
                                            earlier.verdict, later.verdict));
    return definite(later) && !definite(earlier);
}

}  // namespace

ExitCode merge_command(const Options& options) {
    std::vector<std::pair<Row, std::string>> merged;
    std::map<std::string, size_t> place;
    for (const std::string& folder : options.inputs) {
        for (Row& row : read_rows(folder + "/results.jsonl")) {
            const auto [found, fresh] = place.try_emplace(row.id, merged.size());
            if (fresh)
                merged.emplace_back(std::move(row), folder);
            else if (replaces(row, merged[found->second].first))
                merged[found->second] = {std::move(row), folder};
        }
    }
    std::sort(merged.begin(), merged.end(), [](const auto& a, const auto& b) {
        return std::tie(a.first.index, a.first.id) < std::tie(b.first.index, b.first.id);
    });
    Store store(options.out, false);
    for (auto& [row, folder] : merged) {
        if (!row.witness.empty())
            fs::copy_file(folder + "/" + row.witness, store.folder() + "/" + row.witness,
                          fs::copy_options::overwrite_existing);
        store.add(std::move(row));
    }
    return finish(store);
}

}  // namespace fencepost::cli
