// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Candidates come from rf_search.cpp and co_search.cpp; here each is classified (complete,
// cut, blocked; proposition true or false; assertion failed), judged by the model and
// counted. Unless everything is to be counted, a candidate is judged only if it would add
// something to the answer: after the first allowed execution that satisfies the
// proposition, further ones are not asked about.
//
// Two choices of inputs may give the same execution (events, rf, co): with inputs, the
// executions seen are remembered so that each counts once. It is complete, or satisfies the
// proposition, if it does so for some choice.
#include "explorers/enumerate/enumerate.h"

#include <algorithm>
#include <map>

#include "explorers/enumerate/co_search.h"
#include "explorers/enumerate/rf_search.h"
#include "models/analysis.h"
#include "models/checker.h"

namespace fencepost::explorers {

using ir::EventId;

namespace {

class Enumeration {
  public:
    Enumeration(const ir::Program& program, const models::Model& model,
                const ir::Question& question, const ir::Limits& limits)
        : program_(program),
          question_(question),
          limits_(limits),
          coherent_(models::implies_coherence(model)),
          rf_(program, coherent_),
          co_(program, coherent_),
          checker_(model, program),
          has_assertions_(ir::has_assertions(program)) {
        find_final_locations();
    }

    ir::Answer run() {
        rf_.run(
            [this](ir::Execution& execution) {
                return co_.run(execution,
                               [this](const ir::Execution& candidate) { return visit(candidate); });
            },
            [this] { return goes_on(); });
        for (auto& [values, count] : states_) answer_.states.push_back({values, count});
        if (answer_.reason.empty() || ir::is_conclusive(program_, answer_, failed_)) {
            answer_.verdict = ir::verdict_of(program_, answer_, failed_);
            answer_.reason.clear();
        }
        return std::move(answer_);
    }

  private:
    /// What a candidate would add to the answer if the model allows it.
    struct Class {
        bool complete = true;
        bool cut = false;
        bool satisfies = false;
        bool fails_assertion = false;
    };

    void find_final_locations() {
        const ir::ExprPool& pool = program_.exprs();
        for (uint32_t i = 0; i < pool.size(); ++i) {
            const ir::ExprNode& node = pool.node(ir::Expr{i});
            if (node.op == ir::Op::Final)
                finals_.push_back({node.imm, static_cast<uint8_t>(node.width / 8)});
        }
        std::sort(finals_.begin(), finals_.end());
        finals_.erase(std::unique(finals_.begin(), finals_.end()), finals_.end());
    }

    bool goes_on() {
        const char* why = limits_.exceeded();
        if (why != nullptr) answer_.reason = why;
        return why == nullptr;
    }

    bool visit(const ir::Execution& candidate) {
        if ((++visited_ & 0xFF) == 0 && !goes_on()) return false;
        set_final_memory(candidate);
        const Class kind = classify(candidate);
        if (!question_.executions && !adds_something(kind)) return true;
        ++answer_.candidates;
        if (!checker_.consistent(candidate)) return true;
        if (!inside_objects(candidate)) return true;
        record(candidate, kind);
        return question_.executions || !finished();
    }

    void set_final_memory(const ir::Execution& candidate) {
        for (const ir::Location& location : finals_) {
            const auto found =
                std::find_if(candidate.co.begin(), candidate.co.end(),
                             [&](const auto& order) { return order.location == location; });
            std::optional<uint64_t> value;
            if (found != candidate.co.end() && !found->writes.empty())
                value = candidate.value[found->writes.back()];
            else if (const auto initial = program_.initial_value(location.address, location.size))
                value = rf_.evaluator().value(*initial);
            rf_.evaluator().set_final(location.address, value);
        }
    }

    Class classify(const ir::Execution& candidate) {
        ir::Evaluator& evaluator = rf_.evaluator();
        Class kind;
        for (const ir::Thread& thread : program_.threads())
            if (evaluator.get(thread.completed) == 0) kind.complete = false;
        for (const ir::Cut& cut : program_.cuts())
            if (evaluator.get(cut.guard) != 0) kind.cut = true;
        if (program_.condition() && kind.complete)
            kind.satisfies = evaluator.get(program_.condition()->proposition) != 0;
        kind.fails_assertion = has_assertions_ && ir::fails_assertion(program_, candidate);
        return kind;
    }

    bool adds_something(const Class& kind) const {
        if (kind.fails_assertion && !failed_) return true;
        if (kind.cut && !answer_.bound_reached) return true;
        if (!program_.condition() || !kind.complete) return false;
        return kind.satisfies ? !answer_.satisfied : !answer_.refuted;
    }

    /// An access outside every object has no meaning we could judge by: the answer can be
    /// a violation found elsewhere, but not "holds".
    bool inside_objects(const ir::Execution& candidate) {
        for (EventId id = 0; id < program_.events().size(); ++id) {
            const ir::Event& e = program_.event(id);
            if (!candidate.executed[id] || !e.is_access() ||
                program_.object_at(candidate.address[id], e.size) != nullptr)
                continue;
            answer_.reason = program_.describe(e.location) + ": access to " +
                             program_.describe_address(candidate.address[id]) +
                             ", which is in no object";
            return false;
        }
        return true;
    }

    void record(const ir::Execution& candidate, const Class& kind) {
        if (kind.cut) answer_.bound_reached = true;
        const bool wanted = kind.fails_assertion || kind.satisfies;
        if (wanted && !answer_.witness) answer_.witness = candidate;
        if (kind.fails_assertion) failed_ = true;
        if (kind.complete) (kind.satisfies ? answer_.satisfied : answer_.refuted) = true;
        if (!question_.executions) return;
        if (kind.complete) record_state();
        if (program_.inputs().empty())
            count(kind, {});
        else
            count_with_inputs(kind, seen_[ir::identity(candidate)]);
    }

    /// What the same execution was known to do under other inputs.
    struct Known {
        bool seen = false, complete = false, satisfies = false;
    };

    void count_with_inputs(const Class& kind, Known& known) {
        count(kind, known);
        known = {true, known.complete || kind.complete, known.satisfies || kind.satisfies};
    }

    void count(const Class& kind, const Known& before) {
        if (kind.complete && !before.complete) {
            ++answer_.executions;
            if (before.seen) --answer_.blocked;
        }
        if (kind.satisfies && !before.satisfies) ++answer_.satisfying;
        if (!kind.complete && !before.seen) ++answer_.blocked;
    }

    void record_state() {
        std::vector<uint64_t> values;
        for (const ir::Observed& item : program_.observed())
            values.push_back(rf_.evaluator().get(item.value));
        ++states_[values];
    }

    bool finished() const {
        if (failed_) return true;
        if (has_assertions_ || !program_.condition()) return false;
        const bool cuts_known = program_.cuts().empty() || answer_.bound_reached;
        return answer_.satisfied && answer_.refuted && cuts_known;
    }

    const ir::Program& program_;
    const ir::Question question_;
    const ir::Limits& limits_;
    const bool coherent_;
    RfSearch rf_;
    CoSearch co_;
    models::Checker checker_;
    const bool has_assertions_;
    std::vector<ir::Location> finals_;
    ir::Answer answer_;
    bool failed_ = false;
    uint64_t visited_ = 0;
    std::map<std::vector<uint64_t>, uint64_t> states_;
    std::map<std::vector<uint64_t>, Known> seen_;
};

}  // namespace

ir::Answer enumerate(const ir::Program& program, const models::Model& model,
                     const ir::Question& question, const ir::Limits& limits) {
    return Enumeration(program, model, question, limits).run();
}

}  // namespace fencepost::explorers
