// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// The transitive closure of an acyclic relation that grows by one node at a time, with undo.
//
// row(x) is everything before x. A new node a comes with what is before it (closed) and with
// a set of nodes directly after it; the caller has made sure that this makes no cycle. Rows
// change only for nodes after a, and the old rows go to a log.
#pragma once

#include <vector>

#include "explorers/rsmc/bit_row.h"

namespace fencepost::explorers::traces {

template <unsigned Words>
class Closure {
  public:
    using Set = Row<Words>;

    explicit Closure(size_t nodes) : rows_(nodes) {}

    const Set& row(uint32_t x) const { return rows_[x]; }
    /// The set and everything before it.
    Set before(Set set) const {
        Set result;
        while (set.any()) {
            const uint32_t last = set.highest();
            result.set(last);
            result |= rows_[last];
            set -= result;
        }
        return result;
    }

    /// `after` must be within `nodes`, the nodes that are there already.
    void add(uint32_t a, const Set& before, const Set& after, const Set& nodes) {
        rows_[a] = before;
        if (!after.any()) return;
        Set addition = before;
        addition.set(a);
        nodes.for_each([&](uint32_t x) {
            if (!after.test(x) && !rows_[x].intersects(after)) return;
            log_.push_back({x, rows_[x]});
            rows_[x] |= addition;
        });
    }

    size_t mark() const { return log_.size(); }
    void undo_to(size_t mark) {
        while (log_.size() > mark) {
            rows_[log_.back().node] = log_.back().row;
            log_.pop_back();
        }
    }

  private:
    struct Saved {
        uint32_t node;
        Set row;
    };
    std::vector<Set> rows_;
    std::vector<Saved> log_;
};

}  // namespace fencepost::explorers::traces
