// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Every way to choose nondeterministic inputs and a source for each read that gives
// consistent values: the "rf half" of the candidate executions.
#pragma once

#include <functional>
#include <vector>

#include "ir/answer.h"
#include "ir/evaluate.h"
#include "ir/support.h"

namespace fencepost::explorers {

class RfSearch {
  public:
    /// Called with executed, value, address, rf and inputs filled in, co empty. Returns
    /// false to end the search.
    using Visit = std::function<bool(ir::Execution&)>;

    /// With `coherent`, sources that no coherent execution can have are left out early:
    /// a read does not read from a later write of its own thread.
    RfSearch(const ir::Program& program, bool coherent);

    /// Throws Unsupported when the inputs have too many values to try. `goes_on` is asked at
    /// every step; false ends the search.
    void run(const Visit& visit, const std::function<bool()>& goes_on);

    ir::Evaluator& evaluator() { return evaluator_; }

  private:
    enum class Status : uint8_t { Unknown, Happens, DoesNot };

    bool search();
    bool settle();
    bool settle_event(ir::EventId id, bool& changed);
    bool plausible(ir::EventId read, ir::EventId write) const;
    bool try_sources(ir::EventId read);
    bool try_input(uint32_t input);
    bool report();
    std::optional<ir::EventId> next_read() const;
    std::optional<uint32_t> next_input() const;
    void set_value(ir::EventId id, uint64_t value);
    void undo_to(size_t mark);

    const ir::Program& program_;
    const bool coherent_;
    ir::Support support_;
    ir::Evaluator evaluator_;
    const Visit* visit_ = nullptr;
    const std::function<bool()>* goes_on_ = nullptr;

    // The partial execution, by event.
    std::vector<Status> status_;
    std::vector<uint8_t> has_address_, has_value_;
    ir::Execution execution_;
    std::vector<uint8_t> input_chosen_;
    std::vector<ir::EventId> reads_, writes_;

    // What to take back: an event whose status, address or value became known.
    enum class Change : uint8_t { Status, Address, Value };
    std::vector<std::pair<Change, ir::EventId>> trail_;
};

}  // namespace fencepost::explorers
