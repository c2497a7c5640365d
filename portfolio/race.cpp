// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// One thread, the caller's, supervises; each engine runs as a task of an executor that has a
// worker for every entrant. All they share is `Shared`, which lives as long as the last of them:
// an engine that ignores its stop token keeps its program, its model and its place to report.
#include "portfolio/race.h"

#include <fmt/format.h>
#include <malloc.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <condition_variable>
#include <ctime>
#include <exception>
#include <mutex>
#include <taskflow/taskflow.hpp>
#include <thread>

#include "ir/check.h"
#include "ir/errors.h"
#include "portfolio/compare.h"
#include "portfolio/memory.h"

namespace fencepost::portfolio {

namespace {

using std::chrono::milliseconds;

/// How often limits are looked at that nobody reports.
constexpr milliseconds tick{5};
/// When the first of the weaker entrants starts beside the strong ones; each further one takes
/// twice as long.
constexpr milliseconds first_reserve{300};
/// Priority of the weaker ones (as of nice(1)).
constexpr int reserve_niceness = 10;
/// The guard acts at this share of the memory: stopping takes a moment, too.
constexpr double memory_share = 0.9;

double cpu_seconds() {
    timespec now{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

struct Runner {
    explicit Runner(Engine e) : engine(std::move(e)) { entry.engine = engine.name; }

    Engine engine;
    Entry entry;
    std::stop_source stop;
    MemoryAccount account;
    Clock::time_point started{};
    /// Told to stop by the memory guard.
    std::string over_memory;
    ir::Answer answer;
    std::exception_ptr internal_error;
    /// It has a worker that has not come back.
    bool running = false;
    bool late = false, nice = false;

    bool decided() const { return entry.verdict != ir::Verdict::Unknown; }
    int64_t memory() const {
        const auto foreign = engine.foreign_memory ? engine.foreign_memory() : 0;
        return account.bytes() + static_cast<int64_t>(foreign);
    }
};

struct Shared {
    std::shared_ptr<const ir::Program> program;
    std::shared_ptr<const models::Model> model;
    ir::Question question;
    std::optional<Clock::time_point> deadline;

    std::mutex mutex;
    std::condition_variable changed;
    std::vector<std::unique_ptr<Runner>> runners;
};

/// What the entry says about an answer without a verdict.
Status status_of(const ir::Answer& answer, const Runner& runner) {
    if (answer.unsupported) return Status::Unsupported;
    if (!runner.over_memory.empty() || answer.reason == "out of memory") return Status::OutOfMemory;
    return runner.stop.stop_requested() ? Status::Cancelled : Status::GaveUp;
}

/// The whole life of an engine in the race, on a worker's thread.
void compete(Shared& shared, Runner& runner) {
    if (runner.nice) setpriority(PRIO_PROCESS, static_cast<id_t>(gettid()), reserve_niceness);
    MemoryAccount::open(&runner.account);
    ir::Answer answer;
    std::exception_ptr internal_error;
    Status status = Status::Failed;
    try {
        answer = run(runner.engine, *shared.program, *shared.model, shared.question,
                     {.stop = runner.stop.get_token(), .deadline = shared.deadline});
        status = Status::Agreed;
    } catch (const std::bad_alloc&) {
        answer.reason = "out of memory";
        status = Status::OutOfMemory;
    } catch (const ir::InternalError& error) {
        answer.reason = error.what();
        internal_error = std::current_exception();
    } catch (const std::exception& error) {
        answer.reason = error.what();
    } catch (...) {
        answer.reason = "an exception of unknown type";
    }
    MemoryAccount::open(nullptr);
    const std::scoped_lock lock(shared.mutex);
    if (status == Status::Agreed && answer.verdict == ir::Verdict::Unknown)
        status = status_of(answer, runner);
    runner.entry.status = status;
    runner.entry.verdict = answer.verdict;
    runner.entry.reason = runner.over_memory.empty() ? answer.reason : runner.over_memory;
    runner.entry.seconds = std::chrono::duration<double>(Clock::now() - runner.started).count();
    runner.answer = std::move(answer);
    runner.internal_error = internal_error;
    runner.running = false;
    shared.changed.notify_all();
}

}  // namespace

std::string_view name(Status status) {
    switch (status) {
#define STATUS(name, text) \
    case Status::name:     \
        return text;
#include "portfolio/status.def"
#undef STATUS
    }
    return "";
}

struct Race::Impl {
    std::shared_ptr<Shared> shared = std::make_shared<Shared>();
    Budget budget;
    RaceSettings settings;
    std::unique_ptr<tf::Executor> executor;
    bool stop_requested = false;
    Clock::time_point next_reserve{};
    milliseconds reserve_delay = first_reserve;
    /// The guard waits until the engine that it stopped is gone.
    const Runner* evicted = nullptr;
    Clock::time_point evicted_at{};

    std::vector<std::unique_ptr<Runner>>& runners() { return shared->runners; }

    /// `late`: beside those that have the cores.
    void start(Runner& runner, bool late) {
        runner.running = true;
        runner.late = late;
        runner.nice = late || settings.reserve;
        runner.entry.status = Status::Running;
        runner.started = Clock::now();
        executor->silent_async([state = shared, &runner] { compete(*state, runner); });
    }

    Runner* next_waiting() {
        for (auto& runner : runners())
            if (runner->entry.status == Status::Waiting) return runner.get();
        return nullptr;
    }

    /// Those that have a core to themselves, or all.
    size_t running(bool all) const {
        return static_cast<size_t>(std::count_if(
            shared->runners.begin(), shared->runners.end(),
            [&](const auto& runner) { return runner->running && (all || !runner->late); }));
    }

    /// Starts whoever may start now.
    void fill() {
        while (running(false) < settings.cores)
            if (Runner* runner = next_waiting())
                start(*runner, false);
            else
                return;
        if (settings.deterministic || Clock::now() < next_reserve) return;
        if (Runner* runner = next_waiting()) start(*runner, true);
        reserve_delay *= 2;
        next_reserve += reserve_delay;
    }

    bool polls() const {
        return budget.stop.stop_possible() || budget.memory != 0 || budget.cpu_seconds > 0;
    }

    void wait(std::unique_lock<std::mutex>& lock) {
        Clock::time_point until = Clock::time_point::max();
        if (!settings.deterministic && next_waiting() != nullptr) until = next_reserve;
        // Engines watch the deadline themselves; this is for those that do not.
        if (budget.deadline) until = std::min(until, *budget.deadline + tick);
        if (polls()) until = std::min(until, Clock::now() + tick);
        if (until == Clock::time_point::max())
            shared->changed.wait(lock);
        else
            shared->changed.wait_until(lock, until);
    }

    /// Stops the engine that holds most if there is too little memory left.
    void guard_memory() {
        if (budget.memory == 0) return;
        if (evicted != nullptr && evicted->running &&
            Clock::now() < evicted_at + std::chrono::seconds(1))
            return;
        const auto limit = static_cast<double>(budget.memory) * memory_share;
        if (static_cast<double>(resident_memory()) < limit) return;
        if (evicted != nullptr) {
            // What it gave back may still be with the allocator.
            malloc_trim(0);
            if (static_cast<double>(resident_memory()) < limit) return;
        }
        Runner* largest = nullptr;
        for (auto& runner : runners())
            if (runner->running && runner->over_memory.empty() &&
                (largest == nullptr || runner->memory() > largest->memory()))
                largest = runner.get();
        if (largest == nullptr) return;
        largest->over_memory = fmt::format("stopped at {} MB, the largest of {} that ran",
                                           largest->memory() >> 20, running(true));
        largest->stop.request_stop();
        evicted = largest;
        evicted_at = Clock::now();
    }

    /// Why the race must end without a verdict, or nullptr.
    const char* exhausted() const {
        if (stop_requested) return "cancelled";
        if (budget.stop.stop_requested()) return "interrupted";
        if (budget.deadline && Clock::now() >= *budget.deadline + tick) return "out of time";
        if (budget.cpu_seconds > 0 && cpu_seconds() >= budget.cpu_seconds) return "out of CPU time";
        return nullptr;
    }

    void stop_all() {
        for (auto& runner : runners()) runner->stop.request_stop();
    }

    void compare_verdicts() {
        const Runner* first = nullptr;
        for (const auto& runner : runners()) {
            if (runner->running || !runner->decided()) continue;
            if (first == nullptr) first = runner.get();
            const auto found = contradiction(first->answer, runner->answer, shared->question);
            if (found)
                throw Disagreement(fmt::format("{} and {} disagree: {}", first->entry.engine,
                                               runner->entry.engine, *found));
        }
    }

    /// The first that decided, in time.
    Runner* winner() {
        Runner* best = nullptr;
        const auto end = [](const Runner& runner) {
            return runner.started + std::chrono::duration<double>(runner.entry.seconds);
        };
        for (auto& runner : runners())
            if (!runner->running && runner->decided() &&
                (best == nullptr || end(*runner) < end(*best)))
                best = runner.get();
        return best;
    }

    RaceResult result(const char* exhaustion) {
        RaceResult result;
        Runner* best = winner();
        if (best != nullptr) {
            best->entry.status = Status::Won;
            result.winner = best->entry.engine;
            result.answer = best->answer;
        } else {
            result.answer = without_verdict(exhaustion);
        }
        for (auto& runner : runners()) {
            result.entries.push_back(runner->entry);
            Entry& entry = result.entries.back();
            if (!runner->running) continue;
            entry.status = Status::Cancelled;
            entry.seconds = std::chrono::duration<double>(Clock::now() - runner->started).count();
        }
        return result;
    }

    /// Everybody left: for one reason, or for several that are all told.
    ir::Answer without_verdict(const char* exhaustion) {
        ir::Answer answer;
        std::string reasons;
        bool unsupported = true, same = true;
        for (const auto& runner : runners()) {
            if (runner->internal_error) std::rethrow_exception(runner->internal_error);
            const std::string& reason = runner->entry.reason;
            unsupported &= runner->entry.status == Status::Unsupported;
            same &= reason == runners().front()->entry.reason;
            if (!reasons.empty()) reasons += "; ";
            reasons += fmt::format("{}: {}", runner->entry.engine, reason);
            // What it saw is worth showing where there is only one.
            if (runners().size() == 1) answer = runner->answer;
        }
        answer.verdict = ir::Verdict::Unknown;
        answer.unsupported = unsupported;
        if (exhaustion != nullptr)
            answer.reason = exhaustion;
        else
            answer.reason = same ? runners().front()->entry.reason : reasons;
        return answer;
    }
};

Race::Race(std::vector<Engine> entrants, std::shared_ptr<const ir::Program> program,
           std::shared_ptr<const models::Model> model, ir::Question question, Budget budget,
           RaceSettings settings)
    : impl_(std::make_unique<Impl>()) {
    CHECK(!entrants.empty(), "a race should have entrants");
    impl_->budget = std::move(budget);
    impl_->settings = settings;
    if (settings.deterministic)
        impl_->settings.cores = 1;
    else if (settings.cross_check)
        impl_->settings.cores = static_cast<unsigned>(entrants.size());
    else if (settings.cores == 0)
        impl_->settings.cores = std::max(1u, std::thread::hardware_concurrency());
    impl_->shared->program = std::move(program);
    impl_->shared->model = std::move(model);
    impl_->shared->question = question;
    impl_->shared->deadline = impl_->budget.deadline;
    impl_->executor = std::make_unique<tf::Executor>(entrants.size());
    for (Engine& engine : entrants)
        impl_->runners().push_back(std::make_unique<Runner>(std::move(engine)));
}

Race::~Race() {
    impl_->stop_all();
    const auto until = Clock::now() + impl_->settings.patience;
    {
        std::unique_lock lock(impl_->shared->mutex);
        impl_->shared->changed.wait_until(lock, until, [&] { return impl_->running(true) == 0; });
        if (impl_->running(true) != 0) (void)impl_->executor.release();
    }
}

void Race::request_stop() {
    const std::scoped_lock lock(impl_->shared->mutex);
    impl_->stop_requested = true;
    impl_->shared->changed.notify_all();
}

bool Race::finished() const {
    const std::scoped_lock lock(impl_->shared->mutex);
    return impl_->running(true) == 0;
}

RaceResult Race::run() {
    Impl& race = *impl_;
    std::unique_lock lock(race.shared->mutex);
    race.next_reserve = Clock::now() + race.reserve_delay;
    const char* exhaustion = nullptr;
    while (true) {
        race.compare_verdicts();
        if (race.winner() != nullptr && !race.settings.cross_check) break;
        exhaustion = race.exhausted();
        if (exhaustion != nullptr) break;
        race.fill();
        if (race.running(true) == 0) break;
        race.guard_memory();
        race.wait(lock);
    }
    race.stop_all();
    return race.result(exhaustion);
}

}  // namespace fencepost::portfolio
