// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
#include "portfolio/deepening.h"

#include <fmt/format.h>

#include <algorithm>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <optional>
#include <thread>

#include "ir/errors.h"

namespace fencepost::portfolio {

namespace {

/// Never more bounds at a time than this.
constexpr size_t most_at_once = 2;

struct Attempt {
    int bound = 0;
    std::shared_ptr<const ir::Program> program;
    std::unique_ptr<Race> race;
    std::optional<RaceResult> result;
    std::exception_ptr error;
    bool done = false;
    std::jthread thread;
};

/// Nothing deeper can say more.
bool ends_it(const RaceResult& result) {
    return result.answer.verdict == ir::Verdict::Violated ||
           (result.answer.verdict == ir::Verdict::Holds && !result.answer.bound_reached);
}

}  // namespace

struct Deepening::Impl {
    Lower lower;
    Enter enter;
    std::chrono::milliseconds patience;

    std::mutex mutex;
    std::condition_variable changed;
    /// By rising bound. The threads use `mutex`, so they go first.
    std::vector<std::unique_ptr<Attempt>> attempts;
    std::vector<std::string> notes;

    size_t running() const {
        return static_cast<size_t>(std::count_if(attempts.begin(), attempts.end(),
                                                 [](const auto& a) { return !a->done; }));
    }

    void start(int bound, std::shared_ptr<const ir::Program> program) {
        auto attempt = std::make_unique<Attempt>();
        Attempt& mine = *attempt;
        mine.bound = bound;
        mine.program = program;
        {
            const std::scoped_lock lock(mutex);
            mine.race = enter(std::move(program), running() > 0);
            attempts.push_back(std::move(attempt));
        }
        mine.thread = std::jthread([this, &mine] {
            std::optional<RaceResult> result;
            std::exception_ptr error;
            try {
                result = mine.race->run();
            } catch (...) {
                error = std::current_exception();
            }
            const std::scoped_lock lock(mutex);
            mine.result = std::move(result);
            mine.error = error;
            mine.done = true;
            changed.notify_all();
        });
    }

    void stop_below(int bound) {
        for (auto& attempt : attempts)
            if (attempt->bound < bound) attempt->race->request_stop();
    }

    /// The best answer so far; nullptr: none.
    Attempt* best() {
        Attempt* found = nullptr;
        for (auto& attempt : attempts) {
            if (!attempt->result) continue;
            if (attempt->result->answer.verdict == ir::Verdict::Violated) return attempt.get();
            if (attempt->result->answer.verdict == ir::Verdict::Holds) found = attempt.get();
        }
        return found;
    }

    bool decided() {
        const std::scoped_lock lock(mutex);
        const Attempt* known = best();
        return known != nullptr && ends_it(*known->result);
    }

    /// An attempt beyond the best ended without a verdict: there is no use in going deeper.
    bool somebody_gave_up() {
        const Attempt* known = best();
        return std::any_of(attempts.begin(), attempts.end(), [&](const auto& a) {
            return a->result && a->result->answer.verdict == ir::Verdict::Unknown &&
                   (known == nullptr || a->bound > known->bound);
        });
    }

    bool may_deepen() {
        const std::scoped_lock lock(mutex);
        return running() < most_at_once && !somebody_gave_up();
    }

    /// Waits until an attempt is done or it is time for the next bound.
    void wait(std::unique_lock<std::mutex>& lock, bool more) {
        const size_t before = running();
        const auto news = [&] { return running() < before; };
        if (more && patience.count() > 0 && before < most_at_once)
            changed.wait_for(lock, patience, news);
        else
            changed.wait(lock, news);
    }

    /// Lowers and starts the next bound; false: there is no use in a larger one, because nothing
    /// is cut or it cannot be built.
    bool deepen(int bound) {
        try {
            std::shared_ptr<const ir::Program> program = lower(bound, [this] { return decided(); });
            const bool bounded = !program->cuts().empty();
            start(bound, std::move(program));
            return bounded;
        } catch (const ir::Unsupported& problem) {
            if (attempts.empty()) throw;
            notes.push_back(fmt::format("bound {}: {}", bound, problem.what()));
            return false;
        } catch (const ir::Stopped& problem) {
            if (attempts.empty()) throw;
            if (!decided()) notes.push_back(fmt::format("bound {}: {}", bound, problem.what()));
            return false;
        }
    }
};

Deepening::Deepening(Lower lower, Enter enter, std::chrono::milliseconds patience)
    : impl_(std::make_unique<Impl>()) {
    impl_->lower = std::move(lower);
    impl_->enter = std::move(enter);
    impl_->patience = patience;
}

Deepening::~Deepening() {
    for (auto& attempt : impl_->attempts) attempt->race->request_stop();
    for (auto& attempt : impl_->attempts) attempt->thread.join();
}

bool Deepening::finished() const {
    return std::all_of(impl_->attempts.begin(), impl_->attempts.end(),
                       [](const auto& a) { return a->race->finished(); });
}

BoundedResult Deepening::run(const std::vector<int>& bounds) {
    Impl& all = *impl_;
    size_t next = 0;
    while (true) {
        if (next < bounds.size() && all.may_deepen())
            next = all.deepen(bounds[next]) ? next + 1 : bounds.size();
        std::unique_lock lock(all.mutex);
        if (all.running() > 0) all.wait(lock, next < bounds.size());
        for (auto& attempt : all.attempts) {
            if (!attempt->error) continue;
            disputed = attempt->program;
            std::rethrow_exception(attempt->error);
        }
        Attempt* best = all.best();
        if (best != nullptr) all.stop_below(best->bound);
        const bool over = all.running() == 0 && (next >= bounds.size() || all.somebody_gave_up());
        if (!over && (best == nullptr || !ends_it(*best->result))) continue;
        for (auto& attempt : all.attempts) {
            attempt->race->request_stop();
            if (best == nullptr) best = attempt.get();
            const bool undecided =
                attempt->result && attempt->result->answer.verdict == ir::Verdict::Unknown;
            if (attempt->bound > best->bound && undecided)
                all.notes.push_back(
                    fmt::format("bound {}: {}", attempt->bound, attempt->result->answer.reason));
        }
        return {best->bound, best->program, *best->result, all.notes};
    }
}

}  // namespace fencepost::portfolio
