// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// One loop: start what may start, sleep until a child ends (SIGCHLD is blocked and waited
// for) or it is time to look at the limits, take what has ended. A task is asked to keep
// its time itself, because then it says what it knows; it is killed a little later.
#include "cli/batch/runner.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cmath>
#include <csignal>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <list>
#include <memory>

namespace fencepost::cli::batch {

namespace fs = std::filesystem;

namespace {

constexpr double grace_seconds = 1.5;
/// Of the memory that a task may take, what it is told to keep to.
constexpr double own_share = 0.9;
constexpr long look_every_ms = 20;

/// Blocks the signals that the loop waits for, and puts the mask back.
class BlockedSignals {
  public:
    BlockedSignals() {
        // If our parent ignores it, so do we, and the system forgets how children ended.
        std::signal(SIGCHLD, SIG_DFL);
        sigemptyset(&set_);
        for (const int signal : {SIGCHLD, SIGINT, SIGTERM, SIGHUP}) sigaddset(&set_, signal);
        sigprocmask(SIG_BLOCK, &set_, &before_);
    }
    ~BlockedSignals() { sigprocmask(SIG_SETMASK, &before_, nullptr); }
    BlockedSignals(const BlockedSignals&) = delete;
    BlockedSignals& operator=(const BlockedSignals&) = delete;

    /// A signal that came, or 0 after a while.
    int wait() const {
        const timespec time{.tv_sec = 0, .tv_nsec = look_every_ms * 1'000'000};
        const int signal = sigtimedwait(&set_, nullptr, &time);
        return signal > 0 ? signal : 0;
    }

  private:
    sigset_t set_{}, before_{};
};

struct Running {
    const Task* task;
    std::unique_ptr<Worker> worker;
    /// Where the witness is written, and where it belongs.
    std::string written, witness;
};

std::string witness_name(const Task& task, const std::string& format) {
    std::string stem = fs::path(task.row.name).stem().string();
    for (char& c : stem)
        if (std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '-' && c != '_') c = '_';
    return fmt::format("{}.{}.{}", stem, task.row.id, format);
}

Running start(const Task& task, const RunnerOptions& options) {
    std::vector<std::string> command = options.worker;
    command.insert(command.end(), task.arguments.begin(), task.arguments.end());
    command.insert(command.end(), {"--format", "json"});
    command.insert(command.end(), {"--cores", std::to_string(options.cores)});
    if (task.timeout > 0)
        command.insert(command.end(), {"--timeout", fmt::format("{}", task.timeout)});
    if (task.memory_mb > 0)
        command.insert(command.end(),
                       {"--memory", fmt::format("{:.0f}", std::ceil(own_share * task.memory_mb))});
    Running running{.task = &task, .worker = nullptr, .written = {}, .witness = {}};
    if (!options.witness_format.empty()) {
        running.witness = witness_name(task, options.witness_format);
        running.written = fmt::format("{}/new.{}", options.witness_folder, running.witness);
        command.insert(command.end(), {"--witness", running.written});
    }
    running.worker = std::make_unique<Worker>(
        command, WorkerLimits{.seconds = task.timeout > 0 ? task.timeout + grace_seconds : 0,
                              .memory_mb = task.memory_mb});
    return running;
}

/// Witnesses get their name when they are complete.
void keep_witness(const Running& running, const RunnerOptions& options, Row& row) {
    std::error_code error;
    if (row.verdict == "violated" && fs::exists(running.written, error)) {
        fs::rename(running.written, options.witness_folder + "/" + running.witness, error);
        if (!error) row.witness = "witnesses/" + running.witness;
    } else {
        fs::remove(running.written, error);
    }
}

std::string last_line(std::string text) {
    while (!text.empty() && text.back() == '\n') text.pop_back();
    const size_t at = text.rfind('\n');
    return at == std::string::npos ? text : text.substr(at + 1);
}

/// In a few words that can be counted.
std::string kind_of(const std::string& reason) {
    if (reason.find("out of time") != std::string::npos) return "out of time";
    if (reason.find("memory") != std::string::npos && reason.find("out of") != std::string::npos)
        return "out of memory";
    if (reason.find("cancelled") != std::string::npos) return "cancelled";
    return "unsupported";
}

void give_up(Row& row, const char* kind, std::string reason) {
    row.verdict = "unknown";
    row.complete = false;
    row.kind = kind;
    row.reason = std::move(reason);
}

/// Takes what the object of `check --format json` says.
void take_result(const nlohmann::ordered_json& json, Row& row) {
    row.verdict = json.at("verdict").get<std::string>();
    row.complete = json.at("complete").get<bool>();
    row.bound = json.value("bound", 0);
    if (json.contains("engine") && json["engine"].is_string()) row.engine = json["engine"];
    if (json.contains("violated_property") && json["violated_property"].is_string())
        row.part = json["violated_property"];
    if (json.contains("stats") && json["stats"].is_object()) {
        row.events = json["stats"].value("events", uint64_t{0});
        row.traces = json["stats"].value("traces", uint64_t{0});
    }
    if (row.verdict == "unknown") {
        row.reason = json.contains("reason") && json["reason"].is_string()
                         ? json["reason"].get<std::string>()
                         : "";
        row.kind = kind_of(row.reason);
    }
    if (row.verdict == "holds" && !row.complete) {
        row.kind = "bounded";
        row.reason = fmt::format("no violation up to {} rounds of a loop", row.bound);
    }
}

}  // namespace

Row to_row(const Task& task, const Ending& ending) {
    Row row = task.row;
    row.seconds = ending.seconds;
    row.cpu_seconds = ending.cpu_seconds;
    row.memory_mb = ending.memory_mb;
    if (ending.out_of_time) {
        give_up(row, "out of time", fmt::format("killed after {:.1f} s", ending.seconds));
    } else if (ending.out_of_memory) {
        give_up(row, "out of memory", fmt::format("more than {} MB", task.memory_mb));
    } else if (ending.signal != 0) {
        give_up(row, "crashed", fmt::format("{}", strsignal(ending.signal)));
    } else if (ending.exit_code == 0 || ending.exit_code == 5 || ending.exit_code == 10) {
        try {
            take_result(nlohmann::ordered_json::parse(ending.output), row);
            const int code = row.verdict == "holds" ? 0 : row.verdict == "violated" ? 10 : 5;
            if (code != ending.exit_code)
                give_up(row, "crashed", "the verdict and the exit code differ");
        } catch (const nlohmann::json::exception&) {
            give_up(row, "crashed", "the output is no result");
        }
    } else if (ending.exit_code == 1 || ending.exit_code == 2) {
        give_up(row, "bad input", last_line(ending.errors));
        row.verdict = "error";
    } else {
        give_up(row, "crashed",
                fmt::format("exit code {}: {}", ending.exit_code, last_line(ending.errors)));
    }
    return row;
}

bool run_tasks(const std::vector<Task>& tasks, const RunnerOptions& options,
               const std::function<void(Row)>& done) {
    const BlockedSignals signals;
    std::list<Running> running;
    size_t next = 0;
    while (next < tasks.size() || !running.empty()) {
        while (next < tasks.size() && running.size() < options.jobs)
            running.push_back(start(tasks[next++], options));
        const int signal = signals.wait();
        if (signal != 0 && signal != SIGCHLD) return false;
        for (auto at = running.begin(); at != running.end();) {
            if (!at->worker->poll()) {
                ++at;
                continue;
            }
            Row row = to_row(*at->task, at->worker->ending());
            keep_witness(*at, options, row);
            done(std::move(row));
            at = running.erase(at);
        }
    }
    return true;
}

}  // namespace fencepost::cli::batch
