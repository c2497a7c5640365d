// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
#include "ir/deps.h"

#include <algorithm>

namespace fencepost::ir {

DepPool::DepPool() { intern({}); }

DepSet DepPool::intern(std::vector<Dependency> set) {
    std::sort(set.begin(), set.end());
    auto [entry, fresh] = index_.try_emplace(std::move(set), static_cast<uint32_t>(sets_.size()));
    if (fresh) sets_.push_back(entry->first);
    return DepSet{entry->second};
}

DepSet DepPool::single(const ExprPool& exprs, EventId read) {
    return intern({{read, exprs.bool_const(true)}});
}

DepSet DepPool::unite(ExprPool& exprs, DepSet a, DepSet b) {
    if (a == b || b.empty()) return a;
    if (a.empty()) return b;
    std::vector<Dependency> merged;
    const std::vector<Dependency>& left = sets_[a.index];
    const std::vector<Dependency>& right = sets_[b.index];
    auto x = left.begin();
    auto y = right.begin();
    while (x != left.end() || y != right.end()) {
        if (y == right.end() || (x != left.end() && x->read < y->read)) {
            merged.push_back(*x++);
        } else if (x == left.end() || y->read < x->read) {
            merged.push_back(*y++);
        } else {
            merged.push_back({x->read, exprs.disjunction(x->guard, y->guard)});
            ++x, ++y;
        }
    }
    return intern(std::move(merged));
}

DepSet DepPool::restrict(ExprPool& exprs, DepSet set, Expr guard) {
    if (set.empty() || exprs.is_true(guard)) return set;
    std::vector<Dependency> kept;
    for (const Dependency& dependency : sets_[set.index]) {
        const Expr both = exprs.conjunction(dependency.guard, guard);
        if (!exprs.is_false(both)) kept.push_back({dependency.read, both});
    }
    return intern(std::move(kept));
}

}  // namespace fencepost::ir
