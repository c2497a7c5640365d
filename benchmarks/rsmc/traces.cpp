// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// traces [MODEL…] [PROGRAM…]: how fast engine `rsmc` explores the programs of programs.h, all
// or those whose name begins with what is given. One line a
// program and model: events, traces, blocked ones among them, runs given up, processor
// seconds, traces a second, microseconds a trace, accesses committed for a trace, nanoseconds
// for each of them, and the peak memory so far.
#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <ctime>
#include <string>
#include <vector>

#include "benchmarks/rsmc/programs.h"
#include "explorers/rsmc/rsmc.h"
#include "models/shipped.h"

namespace {

using namespace fencepost;

constexpr auto time_limit = std::chrono::seconds(60);

long peak_kilobytes() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss;
}

/// Beginnings of names; empty: all programs.
std::vector<std::string> wanted;

void measure(const std::string& name, const ir::Program& program, const std::string& model_name) {
    if (!wanted.empty() && std::none_of(wanted.begin(), wanted.end(),
                                        [&](const std::string& w) { return name.starts_with(w); }))
        return;
    const models::Model model = models::load_model(model_name);
    ir::Limits limits;
    const std::clock_t start = std::clock();
    limits.deadline = std::chrono::steady_clock::now() + time_limit;
    explorers::RsmcObserver observer;
    const ir::Answer answer =
        explorers::rsmc(program, model, {.executions = true}, limits, observer);
    const double time = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
    const auto traces = static_cast<double>(observer.stats.traces);
    fmt::print(
        "{:<16} {:<6} {:>4} {:>9} {:>8} {:>7} {:>8.3f} s {:>10.0f}/s {:>6.2f} us {:>6.1f} {:>6.0f} "
        "ns {:>4} MB {}\n",
        name, model_name, program.events().size(), observer.stats.traces, answer.blocked,
        observer.stats.wasted, time, traces / time, 1e6 * time / traces,
        static_cast<double>(observer.stats.commits) / traces,
        1e9 * time / static_cast<double>(observer.stats.commits), peak_kilobytes() / 1024,
        answer.reason);
}

}  // namespace

int main(int argc, char** argv) {
    std::vector<std::string> models;
    for (const std::string& argument : std::vector<std::string>(argv + 1, argv + argc)) {
        const auto& shipped = models::shipped_models();
        const bool is_model = std::any_of(shipped.begin(), shipped.end(),
                                          [&](const auto& m) { return m.name == argument; });
        (is_model ? models : wanted).push_back(argument);
    }
    if (models.empty()) models = {"power", "pso", "tso", "sc"};
    fmt::print("{:<16} {:<6} {:>4} {:>9} {:>8} {:>7}\n", "program", "model", "ev", "traces",
               "blocked", "wasted");
    using namespace fencepost::benchmarks;
    for (const std::string& model : models) {
        measure("LB+data", lb_data(), model);
        measure("SB+10W+syncs", sb_writes(10, true), model);
        measure("SB+10W", sb_writes(10, false), model);
        measure("SB+12W", sb_writes(12, false), model);
        for (const auto& [rounds, spins] : {std::pair{1u, 2u}, {1u, 4u}, {2u, 2u}, {2u, 3u}}) {
            const std::string suffix = fmt::format("-{}-{}", rounds, spins);
            measure("peterson" + suffix, peterson(rounds, spins, true), model);
            measure("dekker" + suffix, dekker(rounds, spins, true), model);
            if (rounds * spins < 6)
                measure("szymanski" + suffix, szymanski(rounds, spins, true), model);
            measure("lamport" + suffix, lamport(rounds, spins, true), model);
        }
        for (unsigned threads : {2u, 3u, 4u, 5u})
            measure(fmt::format("increments-{}", threads), increments(threads, 1), model);
        measure("increments-2x4", increments(2, 4), model);
    }
}
