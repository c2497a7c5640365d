// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Questions are assumptions, so that everything the solver learns for one serves the next.
// Without counting, the questions are: an assertion that fails, a complete execution with and
// one without the proposition, a cut that is reached, and, unless the verdict stands already,
// an access outside every object. An execution that was found often answers more than one.
//
// Counting blocks what was found: the literals of its events, rf and co. With inputs, several
// solutions have the same events, rf and co; then the observed values are part of what is
// blocked, and executions are counted by a set.
//
// Each solution is decoded and judged by the model's own checker, which shares no code with
// the encoders. A solution that it rejects is our bug, never a verdict.
#include "encoders/session.h"

#include <chrono>
#include <map>
#include <set>

#include "encoders/outcome.h"
#include "ir/check.h"
#include "ir/errors.h"
#include "models/checker.h"

namespace fencepost::encoders {

using solvers::Result;

namespace {

class Session {
  public:
    Session(Problem& problem, solvers::Backend& backend, const ir::Question& question,
            const ir::Limits& limits)
        : problem_(problem),
          program_(problem.program()),
          backend_(backend),
          question_(question),
          limits_(limits),
          interrupt_(interrupt_for(limits)) {}

    ir::Answer run() {
        if (question_.executions) {
            for (const ir::Observed& item : program_.observed()) {
                problem_.use_final_memory(item.value);
                problem_.data().use(item.value);
            }
            // fix_addresses() must find them: nothing can be added once there is a solution.
            for (const ir::Event& e : program_.events())
                if (!program_.inputs().empty() && e.is_access()) problem_.data().use(e.address);
        }
        refuse_overlaps();
        try {
            if (question_.executions)
                count();
            else
                decide();
            look_outside();
        } catch (const GiveUp& stopped) {
            answer_.reason = stopped.reason;
        }
        for (auto& [values, count] : states_) answer_.states.push_back({values, count});
        if (answer_.reason.empty() || is_conclusive()) {
            answer_.verdict = ir::verdict_of(program_, answer_, failed_);
            answer_.reason.clear();
        }
        record_statistics();
        return std::move(answer_);
    }

  private:
    bool solve(std::vector<Lit> assumptions) {
        for (Lit literal : assumptions)
            if (literal == false_lit) return false;
        std::erase(assumptions, true_lit);
        while (true) {
            const auto start = std::chrono::steady_clock::now();
            const Result result = backend_.solve(assumptions, interrupt_);
            solve_seconds_ +=
                std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
            if (result == Result::Stopped) {
                const char* why = limits_.exceeded();
                throw GiveUp{why != nullptr ? why : "the solver gave up"};
            }
            if (result == Result::Unsat) return false;
            if (!problem_.refine(backend_)) return true;
            ++rounds_;
        }
    }

    void record_statistics() {
        answer_.stats = backend_.statistics();
        const auto add = [&](const char* name, auto value) {
            answer_.stats.emplace_back(name, static_cast<double>(value));
        };
        size_t sources = 0;
        for (EventId r : problem_.frame().reads())
            sources += problem_.frame().sources(r).writes.size() +
                       (problem_.frame().sources(r).initial ? 1 : 0);
        add("events", program_.events().size());
        add("candidate rf", sources);
        add("refinements", rounds_);
        add("encode seconds", problem_.encode_seconds());
        add("solve seconds", solve_seconds_);
    }

    void refuse_overlaps() {
        const Lit overlap = problem_.choices().overlap();
        if (overlap == false_lit) return;
        if (solve({overlap}))
            throw ir::Unsupported("accesses of different size or alignment overlap");
        problem_.gates().add({-overlap});
    }

    /// The current solution as an execution that was checked.
    ir::Execution take(Outcome& outcome) {
        ir::Execution execution = problem_.decode(backend_);
        ++answer_.candidates;
        if (!checker_) checker_.emplace(problem_.model(), program_);
        CHECK(checker_->consistent(execution), "the model should allow what the encoding allows");
        CHECK(ir::waits_are_final(program_, execution), "a lock should wait for the last write");
        outcome = find_outcome(program_, execution, question_.executions);
        return execution;
    }

    /// Adds what an execution shows to the answer.
    void record(ir::Execution execution, const Outcome& outcome) {
        if (outcome.cut) answer_.bound_reached = true;
        if (outcome.fails_assertion) failed_ = true;
        if (outcome.complete) (outcome.satisfies ? answer_.satisfied : answer_.refuted) = true;
        if ((outcome.fails_assertion || outcome.satisfies) && !answer_.witness)
            answer_.witness = std::move(execution);
    }

    /// True if there is an execution inside all objects in which the literals hold.
    bool find(std::vector<Lit> literals) {
        literals.push_back(-problem_.choices().outside());
        if (!solve(std::move(literals))) return false;
        Outcome outcome;
        ir::Execution execution = take(outcome);
        record(std::move(execution), outcome);
        return true;
    }

    void decide() {
        if (problem_.has_assertions() && find({problem_.failure()})) {
            CHECK(failed_, "an execution that fails an assertion should do so when evaluated");
            return;
        }
        if (program_.condition()) {
            const Lit complete = problem_.complete(), proposition = problem_.proposition();
            if (!answer_.satisfied && find({complete, proposition}))
                CHECK(answer_.satisfied, "the proposition should be true when evaluated");
            if (!answer_.refuted && find({complete, -proposition}))
                CHECK(answer_.refuted, "the proposition should be false when evaluated");
        }
        if (!answer_.bound_reached && find({problem_.cut()}))
            CHECK(answer_.bound_reached, "the bound should be reached when evaluated");
    }

    void look_outside() {
        const Lit outside = problem_.choices().outside();
        if (outside == false_lit || is_conclusive() || !solve({outside})) return;
        const ir::Execution execution = problem_.decode(backend_);
        for (EventId id = 0; id < program_.events().size(); ++id) {
            const ir::Event& e = program_.event(id);
            if (!execution.executed[id] || !e.is_access() ||
                program_.object_at(execution.address[id], e.size) != nullptr)
                continue;
            answer_.reason = program_.describe(e.location) + ": access to " +
                             program_.describe_address(execution.address[id]) +
                             ", which is in no object";
            return;
        }
    }

    void count() {
        const bool has_inputs = !program_.inputs().empty();
        std::set<std::vector<uint64_t>> seen, complete, satisfying;
        while (solve({-problem_.choices().outside()})) {
            Outcome outcome;
            const ir::Execution execution = take(outcome);
            std::vector<Lit> block = problem_.signature(execution);
            if (has_inputs) {
                fix(problem_.complete(), block);
                fix(problem_.proposition(), block);
                fix(problem_.cut(), block);
                fix(problem_.failure(), block);
                fix_addresses(execution, block);
                if (outcome.complete)
                    for (const ir::Observed& item : program_.observed())
                        problem_.data().fix(item.value, block);
            }
            record(execution, outcome);
            if (outcome.complete) ++states_[outcome.observed];
            if (has_inputs) {
                const std::vector<uint64_t> identity = ir::identity(execution);
                seen.insert(identity);
                if (outcome.complete) complete.insert(identity);
                if (outcome.satisfies) satisfying.insert(identity);
            } else {
                ++(outcome.complete ? answer_.executions : answer_.blocked);
                if (outcome.satisfies) ++answer_.satisfying;
            }
            for (Lit& literal : block) literal = -literal;
            problem_.gates().add(block);
        }
        // With inputs: complete, or satisfying, for some choice of them.
        if (!has_inputs) return;
        answer_.executions = complete.size();
        answer_.satisfying = satisfying.size();
        answer_.blocked = seen.size() - complete.size();
    }

    /// Where an access goes may depend on an input alone; the initial writes of two locations
    /// are two sources.
    void fix_addresses(const ir::Execution& execution, std::vector<Lit>& literals) {
        for (EventId id = 0; id < program_.events().size(); ++id) {
            const ir::Event& e = program_.event(id);
            if (e.is_access() && execution.executed[id] && !program_.exprs().is_const(e.address))
                problem_.data().fix(e.address, literals);
        }
    }

    void fix(Lit literal, std::vector<Lit>& literals) {
        if (is_constant(literal)) return;
        literals.push_back(backend_.value(literal) ? literal : -literal);
    }

    bool is_conclusive() const { return ir::is_conclusive(program_, answer_, failed_); }

    Problem& problem_;
    const ir::Program& program_;
    solvers::Backend& backend_;
    const ir::Question question_;
    const ir::Limits& limits_;
    const solvers::Interrupt interrupt_;
    std::optional<models::Checker> checker_;
    ir::Answer answer_;
    bool failed_ = false;
    size_t rounds_ = 0;
    double solve_seconds_ = 0;
    std::map<std::vector<uint64_t>, uint64_t> states_;
};

}  // namespace

solvers::Interrupt interrupt_for(const ir::Limits& limits) {
    if (!limits.is_limited()) return {};
    return {[&limits] { return limits.exceeded() != nullptr; }};
}

ir::Answer ask(Problem& problem, solvers::Backend& backend, const ir::Question& question,
               const ir::Limits& limits) {
    return Session(problem, backend, question, limits).run();
}

}  // namespace fencepost::encoders
