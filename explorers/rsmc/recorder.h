// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// What complete traces add to the answer: classification (complete, cut, blocked; proposition
// true or false; assertion failed), counts, final states, a witness. The rules are those of
// the reference engine (explorers/enumerate).
#pragma once

#include <map>
#include <unordered_map>

#include "explorers/rsmc/layout.h"
#include "ir/answer.h"
#include "ir/race.h"

namespace fencepost::explorers::traces {

class Recorder {
  public:
    Recorder(const ir::Program& program, const ir::Question& question);

    /// A trace, with the leaves at its end; `execution` makes the execution, on demand. False
    /// when nothing can be learnt any more.
    template <class MakeExecution>
    bool record(const Layout& layout, const Leaves& leaves, bool is_outside,
                MakeExecution execution) {
        ++answer_.candidates;
        Class kind = classify(layout, leaves);
        if (program_.forbids_races() && !failed_ && !kind.fails_assertion && !is_outside)
            kind.fails_assertion = ir::find_race(program_, execution()).has_value();
        if (!question_.executions && !adds_something(kind)) return true;
        if (is_outside) {
            if (answer_.reason.empty()) answer_.reason = outside_reason(execution());
            return true;
        }
        note(kind);
        if ((kind.fails_assertion || kind.satisfies) && !answer_.witness)
            answer_.witness = execution();
        if (question_.executions) {
            if (kind.is_complete) add_state(layout, leaves);
            if (program_.inputs().empty())
                count(kind);
            else
                remember(kind, execution());
        }
        return question_.executions || !is_finished();
    }

    /// All traces for a choice of inputs were recorded, and stand for `weight` choices.
    void end_choice(uint64_t weight);
    /// Takes over what another recorder of the same question has seen.
    void merge(const Recorder& other);
    void give_up(std::string reason) { answer_.reason = std::move(reason); }
    bool is_finished() const;
    ir::Answer answer();

  private:
    struct Class {
        bool is_complete = true;
        bool is_cut = false;
        bool satisfies = false;
        bool fails_assertion = false;
    };
    struct Hash {
        size_t operator()(const std::vector<uint64_t>& values) const;
    };

    Class classify(const Layout& layout, const Leaves& leaves) const;
    bool adds_something(const Class& kind) const;
    void note(const Class& kind);
    void count(const Class& kind);
    void add_state(const Layout& layout, const Leaves& leaves);
    void remember(const Class& kind, const ir::Execution& execution);
    void add_seen(const std::vector<uint64_t>& key, const Class& kind);
    std::string outside_reason(const ir::Execution& execution) const;

    const ir::Program& program_;
    const ir::Question question_;
    const bool has_assertions_;
    ir::Answer answer_;
    bool failed_ = false;
    std::vector<uint64_t> values_;
    using States = std::unordered_map<std::vector<uint64_t>, uint64_t, Hash>;
    /// Of earlier choices of inputs, and of the current one.
    States states_, new_states_;
    std::map<std::vector<uint64_t>, Class> seen_;
};

}  // namespace fencepost::explorers::traces
