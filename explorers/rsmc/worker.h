// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// One thread's exploration: tries the values of inputs, explores, and hands complete traces
// to the recorder. A model that is stronger than what is explored judges each trace first;
// in debug builds all traces are judged, and an explorer that offers a forbidden one is
// wrong.
//
// Inputs are chosen before each exploration, like digits of a number with the last one
// running fastest. A digit that no expression looked at during an exploration would give the
// same traces again: they are counted for all its values instead.
#pragma once

#include <algorithm>
#include <memory>

#include "explorers/rsmc/execution.h"
#include "explorers/rsmc/explorer.h"
#include "explorers/rsmc/recorder.h"
#include "explorers/rsmc/rsmc.h"
#include "ir/support.h"
#include "models/checker.h"

namespace fencepost::explorers::traces {

/// What workers share.
struct Task {
    const ir::Program& program;
    const models::Model& model;
    Plan plan;
    const ir::Question& question;
    /// Mutexes are explored by sections (mutex.h).
    bool is_tame;
    /// Says why to stop, or nullptr. Called by all workers.
    std::function<const char*()> exceeded;
    /// Called by all workers; may be empty.
    std::function<void(const ir::Execution&)> on_trace;
};

/// Ends the preparations.
struct Interrupted {
    const char* why;
};

template <unsigned Words>
class Worker {
  public:
    explicit Worker(const Task& task)
        : task_(task),
          layout_(task.program, task.question.seed, task.plan.explored != ModelClass::Coherent,
                  task.is_tame, [&task] { stop_if_told(task); }),
          support_(task.program),
          has_failed_attempts_(!layout_.has_locks && has_locks(task.program)),
          recorder_(task.program, task.question),
          explorer_(
              layout_, task.plan.explored, [this](Machine<Words>& m) { return visit(m); },
              [this] { return is_interrupted(); }) {
#ifdef NDEBUG
        const bool is_judged = task.plan.is_filtered;
#else
        const bool is_judged = true;
#endif
        if (task.plan.explored == ModelClass::Power) refuse_unrecorded();
        if (is_judged) checker_ = std::make_unique<models::Checker>(task.model, task.program);
    }

    Explorer<Words>& explorer() { return explorer_; }
    const Recorder& recorder() const { return recorder_; }

    void run() {
        std::vector<uint64_t> inputs(task_.program.inputs().size(), 0);
        bool is_left = true;
        while (is_left) {
            is_left = explorer_.run(inputs);
            const size_t used = used_inputs();
            uint64_t weight = 1;
            for (size_t k = used; k < inputs.size(); ++k) weight *= mask(k) + 1;
            recorder_.end_choice(weight);
            report();
            is_left = is_left && advance(inputs, used);
        }
    }

  private:
    static bool has_locks(const ir::Program& program) {
        return std::any_of(program.events().begin(), program.events().end(),
                           [](const ir::Event& e) { return e.kind == ir::EventKind::Lock; });
    }

    static void stop_if_told(const Task& task) {
        if (const char* why = task.exceeded()) throw Interrupted{why};
    }

    void refuse_unrecorded() const {
        if (layout_.unrecorded == ir::no_event) return;
        const ir::Event& event = task_.program.event(layout_.unrecorded);
        throw ir::Unsupported({task_.program.describe(event.location), 0, 0},
                              "engine `rsmc` needs the dependencies of each guard, address and "
                              "value to be recorded");
    }

    bool visit(Machine<Words>& machine) {
        const auto execution = [&] { return make_execution(machine.state()); };
        if (has_failed_attempts_ && !ir::waits_are_final(task_.program, execution())) return true;
        if (!machine.is_computed_in_order() && support_.has_value_cycle(execution())) return true;
        if (checker_ && !checker_->consistent(execution())) {
            CHECK(task_.plan.is_filtered, "the model should allow every explored trace");
            return true;
        }
#ifndef NDEBUG
        CHECK(ir::waits_are_final(task_.program, execution()), "locks should wait to the end");
#endif
        machine.set_final_values();
        if (task_.on_trace) task_.on_trace(execution());
        return recorder_.record(layout_, machine.state().leaves, machine.has_access_outside(),
                                execution);
    }

    bool is_interrupted() {
        report();
        const char* why = task_.exceeded();
        if (why != nullptr) recorder_.give_up(why);
        return why != nullptr;
    }

    void report() {
        ir::Progress* progress = task_.question.progress.get();
        if (progress == nullptr) return;
        const ExplorerStats& stats = explorer_.stats();
        progress->explored += stats.traces - reported_.traces;
        progress->given_up += stats.wasted - reported_.wasted;
        reported_ = stats;
        progress->share = explorer_.share_done();
    }

    uint64_t mask(size_t input) const { return ir::mask(task_.program.inputs()[input].width); }

    /// Inputs from this one on were not looked at. (Workers that share the work each see a
    /// part of it, and must agree.)
    size_t used_inputs() const {
        size_t used = task_.program.inputs().size();
        if (task_.question.threads > 1) return used;
        while (used > 0 && !explorer_.leaves().input_used[used - 1]) --used;
        return used;
    }

    /// The next choice of the first `used` inputs; false when there is none.
    bool advance(std::vector<uint64_t>& inputs, size_t used) const {
        for (size_t k = used; k-- > 0;) {
            if (inputs[k] < mask(k)) {
                ++inputs[k];
                return true;
            }
            inputs[k] = 0;
        }
        return false;
    }

    const Task& task_;
    const Layout layout_;
    const ir::Support support_;
    /// Mutexes are explored as any other memory.
    const bool has_failed_attempts_;
    Recorder recorder_;
    std::unique_ptr<models::Checker> checker_;
    Explorer<Words> explorer_;
    ExplorerStats reported_;
};

}  // namespace fencepost::explorers::traces
