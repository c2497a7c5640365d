// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Syntactic dependencies: from which reads was this address, value or condition
// *computed*, whether or not the result can differ (`xor r3,r1,r1` depends on r1).
// Where control paths join, a value comes from the side that was taken, so a
// dependency is a pair (read, guard). Sets are interned: equal sets, equal handles.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <vector>

#include "ir/expr.h"

namespace fencepost::ir {

using EventId = uint32_t;

struct Dependency {
    EventId read;
    /// When the dependency is there at all; true for straight-line code.
    Expr guard;

    auto operator<=>(const Dependency&) const = default;
};

/// Handle of a set in one pool; the default is the empty set.
struct DepSet {
    uint32_t index = 0;

    bool empty() const { return index == 0; }
    auto operator<=>(const DepSet&) const = default;
};

class DepPool {
  public:
    DepPool();

    /// Sorted by read; each read occurs once.
    const std::vector<Dependency>& get(DepSet set) const { return sets_[set.index]; }
    uint32_t size() const { return static_cast<uint32_t>(sets_.size()); }

    DepSet single(const ExprPool& exprs, EventId read);
    /// Union; a read that is in both depends under either guard.
    DepSet unite(ExprPool& exprs, DepSet a, DepSet b);
    /// The same reads, only where `guard` holds as well.
    DepSet restrict(ExprPool& exprs, DepSet set, Expr guard);
    /// Interns a set as it is (sorted here).
    DepSet intern(std::vector<Dependency> set);

  private:
    std::vector<std::vector<Dependency>> sets_;
    std::map<std::vector<Dependency>, uint32_t> index_;
};

}  // namespace fencepost::ir
