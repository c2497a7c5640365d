// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Independent tasks in parallel, results in input order. Workers (Taskflow tasks, one per
// job) draw the next index from a counter; the calling thread waits for index after index.
// Workers do not run further ahead than a window, so that results of many thousand tests
// are not kept in memory behind one slow test.
#include "portfolio/parallel.h"

#include <condition_variable>
#include <exception>
#include <mutex>
#include <taskflow/taskflow.hpp>
#include <vector>

namespace fencepost::portfolio {

namespace {

constexpr size_t window = 4096;

class OrderedRun {
  public:
    OrderedRun(size_t count, const std::function<void(size_t)>& work)
        : work_(work), done_(count, 0), errors_(count) {}

    /// Takes indices until none is left or the run is stopped.
    void worker() {
        std::unique_lock lock(mutex_);
        while (true) {
            changed_.wait(lock, [&] { return stopped_ || next_ < finished_ + window; });
            if (stopped_ || next_ >= done_.size()) return;
            const size_t mine = next_++;
            lock.unlock();
            std::exception_ptr error;
            try {
                work_(mine);
            } catch (...) {
                error = std::current_exception();
            }
            lock.lock();
            errors_[mine] = error;
            done_[mine] = 1;
            changed_.notify_all();
        }
    }

    void wait_for(size_t index) {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return done_[index] != 0; });
        finished_ = index + 1;
        changed_.notify_all();
        if (errors_[index]) std::rethrow_exception(errors_[index]);
    }

    void stop() {
        const std::scoped_lock lock(mutex_);
        stopped_ = true;
        changed_.notify_all();
    }

  private:
    const std::function<void(size_t)>& work_;
    std::mutex mutex_;
    std::condition_variable changed_;
    size_t next_ = 0, finished_ = 0;
    bool stopped_ = false;
    std::vector<char> done_;
    std::vector<std::exception_ptr> errors_;
};

/// Ends the workers also when finish() throws.
class StopAtEnd {
  public:
    StopAtEnd(OrderedRun& run, tf::Executor& executor) : run_(run), executor_(executor) {}
    ~StopAtEnd() {
        run_.stop();
        executor_.wait_for_all();
    }
    StopAtEnd(const StopAtEnd&) = delete;
    StopAtEnd& operator=(const StopAtEnd&) = delete;

  private:
    OrderedRun& run_;
    tf::Executor& executor_;
};

}  // namespace

void in_order(size_t count, unsigned jobs, const std::function<void(size_t)>& work,
              const std::function<void(size_t)>& finish) {
    if (jobs <= 1 || count <= 1) {
        for (size_t i = 0; i < count; ++i) {
            work(i);
            finish(i);
        }
        return;
    }
    OrderedRun run(count, work);
    tf::Executor executor(jobs);
    const StopAtEnd guard(run, executor);
    for (unsigned i = 0; i < jobs; ++i) executor.silent_async([&run] { run.worker(); });
    for (size_t i = 0; i < count; ++i) {
        run.wait_for(i);
        finish(i);
    }
}

}  // namespace fencepost::portfolio
