// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// What is known about a program's executions before any search: which events imply or exclude
// each other, which accesses may or must have one location, which writes a read may read from,
// which writes are ordered. Everything the encoders leave out, they leave out because of this.
//
// Nodes are events, by EventId, and behind them (if the model needs them) one initial write
// for each location that may be accessed.
#pragma once

#include <functional>
#include <vector>

#include "encoders/plan.h"
#include "encoders/sections.h"
#include "encoders/value_sets.h"
#include "ir/execution.h"
#include "models/bit_matrix.h"

namespace fencepost::encoders {

using ir::EventId;
using models::BitMatrix;

/// What a read may read from.
struct Sources {
    std::vector<EventId> writes;
    bool initial = false;
};

class Frame {
  public:
    /// `poll` is called now and then and may throw to give up. The program must outlive this.
    Frame(const ir::Program& program, const Plan& plan, const std::function<void()>& poll);

    const ir::Program& program() const { return program_; }
    uint32_t events() const { return events_; }
    uint32_t nodes() const { return nodes_; }
    bool is_initial(uint32_t node) const { return node >= events_; }
    /// The location whose initial write the node is.
    const ir::Location& location(uint32_t node) const { return locations_[node - events_]; }
    const std::vector<ir::Location>& locations() const { return locations_; }

    bool never(uint32_t node) const { return never_[node] != 0; }
    bool always(uint32_t node) const { return always_[node] != 0; }
    bool all_always() const { return all_always_; }
    /// If i happens, so does k.
    bool implies(uint32_t i, uint32_t k) const { return always_[k] || implies_.get(i, k); }
    /// Row i: what i implies.
    const BitMatrix& implied() const { return implies_; }
    /// Row k: what implies k.
    const BitMatrix& implied_by() const { return implied_by_; }
    bool excludes(uint32_t i, uint32_t j) const { return has_exclusions_ && excludes_.get(i, j); }

    const ValueSet& addresses(EventId access) const { return addresses_[access]; }
    /// What a read may read.
    const ValueSet& values(EventId read) const { return values_[read]; }
    bool has_constant_address(EventId access) const {
        return addresses_[access] && addresses_[access]->size() == 1;
    }
    // Whether accesses may, or must, have one location, also those that exclude each other.
    bool may_share(EventId a, EventId b) const;
    bool must_share(EventId a, EventId b) const;
    // Over events: accesses that exclude each other have none in common.
    const BitMatrix& may_alias() const { return may_alias_; }
    const BitMatrix& must_alias() const { return must_alias_; }
    /// b comes later than a in its thread.
    bool is_before(EventId a, EventId b) const {
        const ir::Event &x = program_.event(a), &y = program_.event(b);
        return x.thread == y.thread && x.position < y.position;
    }

    const std::vector<EventId>& reads() const { return reads_; }
    const std::vector<EventId>& writes() const { return writes_; }
    const Sources& sources(EventId read) const { return sources_[read]; }
    // Over events, for distinct writes.
    const BitMatrix& may_co() const { return may_co_; }
    const BitMatrix& must_co() const { return must_co_; }
    const Sections& sections() const { return sections_; }

  private:
    void find_guards(const std::function<void()>& poll);
    void find_aliases(const std::function<void()>& poll);
    void find_locations();
    void find_sources(bool coherent, const std::function<void()>& poll);
    void find_co(bool coherent);
    bool is_overwritten(EventId write, EventId read) const;

    const ir::Program& program_;
    uint32_t events_ = 0, nodes_ = 0;
    std::vector<uint8_t> never_, always_;
    bool all_always_ = true, has_exclusions_ = false;
    BitMatrix implies_, implied_by_, excludes_;
    std::vector<ValueSet> addresses_, values_;
    BitMatrix may_alias_, must_alias_;
    std::vector<ir::Location> locations_;
    std::vector<EventId> reads_, writes_;
    std::vector<Sources> sources_;
    BitMatrix may_co_, must_co_;
    Sections sections_;
};

}  // namespace fencepost::encoders
