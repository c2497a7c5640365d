// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// The engine around the explorer: finds a way to explore the model, and shares the work.
//
// Several threads explore the same tree of choices. Each walks its upper part, where a
// subtree is a numbered task, and all meet the same tasks in the same order; so it is enough
// to draw numbers from one counter, and to explore a task if its number is the one in hand.
// No subtree is handed over, and the sum of traces is the same for any number of threads.
#include "explorers/rsmc/rsmc.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <exception>
#include <mutex>
#include <taskflow/taskflow.hpp>

#include "explorers/rsmc/worker.h"

namespace fencepost::explorers {

namespace {

using namespace traces;

/// Inputs are tried value by value; wider ones are for the symbolic engines.
constexpr unsigned max_input_width = 8;
/// Choices above a task, for each thread.
constexpr uint64_t tasks_per_thread = 64;

void add(RsmcStats& sum, const ExplorerStats& stats) {
    sum.traces += stats.traces;
    sum.wasted += stats.wasted;
    sum.commits += stats.commits;
    sum.races += stats.races;
    sum.deepest = std::max(sum.deepest, stats.deepest);
}

template <unsigned Words>
class Crew {
  public:
    Crew(Task& task, RsmcObserver& observer) : task_(task), observer_(observer) {
        const auto exceeded = task_.exceeded;
        task_.exceeded = [this, exceeded] { return is_over_ ? "ended" : exceeded(); };
        if (!observer.on_trace) return;
        task_.on_trace = [this](const ir::Execution& execution) {
            const std::scoped_lock lock(mutex_);
            observer_.on_trace(execution);
        };
    }

    ir::Answer run() {
        Recorder sum(task_.program, task_.question);
        if (task_.question.threads <= 1) {
            work(sum);
        } else {
            tf::Executor executor(task_.question.threads);
            for (unsigned k = 0; k < task_.question.threads; ++k)
                executor.silent_async([&] { work(sum); });
            executor.wait_for_all();
        }
        if (error_) std::rethrow_exception(error_);
        return sum.answer();
    }

  private:
    void work(Recorder& sum) {
        try {
            Worker<Words> worker(task_);
            const unsigned threads = task_.question.threads;
            uint64_t number = 0;
            if (threads > 1) {
                number = next_++;
                worker.explorer().share(tasks_per_thread * threads, [&](uint64_t task) {
                    if (task != number) return false;
                    number = next_++;
                    return true;
                });
            }
            worker.run();
            const std::scoped_lock lock(mutex_);
            if (worker.recorder().is_finished()) is_over_ = true;
            sum.merge(worker.recorder());
            add(observer_.stats, worker.explorer().stats());
        } catch (const Interrupted& interruption) {
            const std::scoped_lock lock(mutex_);
            if (!sum.is_finished()) sum.give_up(interruption.why);
        } catch (...) {
            const std::scoped_lock lock(mutex_);
            if (!error_) error_ = std::current_exception();
            is_over_ = true;
        }
    }

    Task& task_;
    RsmcObserver& observer_;
    std::atomic<uint64_t> next_ = 0;
    /// One worker knows the answer.
    std::atomic<bool> is_over_ = false;
    std::mutex mutex_;
    std::exception_ptr error_;
};

/// With the narrowest rows that hold the program's accesses.
template <unsigned Words>
ir::Answer run_wide(Task& task, RsmcObserver& observer, size_t accesses) {
    if (accesses <= 64 * Words) return Crew<Words>(task, observer).run();
    if constexpr (Words < 64)
        return run_wide<(Words < 4 ? 2 : 4) * Words>(task, observer, accesses);
    throw ir::Unsupported(fmt::format("engine `rsmc` explores up to {} accesses; there are {}",
                                      64 * Words, accesses));
}

}  // namespace

ir::Answer rsmc(const ir::Program& program, const models::Model& model,
                const ir::Question& question, const ir::Limits& limits, RsmcObserver& observer) {
    const auto plan = make_plan(model);
    if (!plan) {
        throw ir::Unsupported(fmt::format(
            "engine `rsmc` explores sc, tso, pso, power, what adds axioms to one of them, and "
            "models that imply coherence and acyclic(po | rf); `{}` is not seen to be one",
            model.title));
    }
    for (const ir::Input& input : program.inputs()) {
        if (input.width > max_input_width) {
            throw ir::Unsupported(fmt::format(
                "engine `rsmc` tries every value of an input; `{}` has {} bits, {} at most are "
                "supported",
                input.name, input.width, max_input_width));
        }
    }
    size_t accesses = 0;
    for (const ir::Event& e : program.events()) accesses += e.is_access();
    const auto explore = [&](bool is_tame) {
        observer.stats = {};
        Task task{program, model, *plan, question, is_tame, [&] { return limits.exceeded(); }, {}};
        return run_wide<1>(task, observer, accesses);
    };
    try {
        return explore(true);
    } catch (const NotTame&) {
        if (observer.on_restart) observer.on_restart();
        return explore(false);
    }
}

ir::Answer rsmc(const ir::Program& program, const models::Model& model,
                const ir::Question& question, const ir::Limits& limits) {
    RsmcObserver observer;
    const auto start = std::chrono::steady_clock::now();
    ir::Answer answer = rsmc(program, model, question, limits, observer);
    const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
    const RsmcStats& stats = observer.stats;
    const auto traces = static_cast<double>(stats.traces);
    answer.stats = {{"explored traces", traces},
                    {"runs given up", static_cast<double>(stats.wasted)},
                    {"traces/s", std::round(traces / std::max(time.count(), 1e-6))},
                    {"deepest run", static_cast<double>(stats.deepest)},
                    {"commits", static_cast<double>(stats.commits)},
                    {"races", static_cast<double>(stats.races)}};
    return answer;
}

}  // namespace fencepost::explorers
