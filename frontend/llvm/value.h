// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// A value on one control path: the term and the reads it was computed from. Dependencies
// follow the code, not the folded term: `r ^ r` is the constant 0 with r's dependencies.
#pragma once

#include <functional>
#include <vector>

#include "ir/deps.h"
#include "ir/expr.h"

namespace fencepost::frontend::llvm_ir {

struct Value {
    /// Invalid: undefined (uninitialised or poison); who uses it makes it an input.
    ir::Expr expr{};
    ir::DepSet deps{};

    bool operator==(const Value&) const = default;
};

/// A first-class LLVM value: scalars have one element, structs one per scalar member.
using Values = std::vector<Value>;

/// An address that is none: what a pointer without a value is to memory safety.
constexpr uint64_t no_address = 8;

struct Alternative;

/// The pools of the program under construction.
struct Pools {
    ir::ExprPool& exprs;
    ir::DepPool& deps;
    /// Where paths meet: what stands for a value that is undefined on some of them. Invalid:
    /// the value is what it is on the others.
    std::function<ir::Expr(const std::vector<Alternative>&)> gap{};

    ir::DepSet unite(ir::DepSet a, ir::DepSet b) const {
        if (a == b || b.empty()) return a;
        return a.empty() ? b : deps.unite(exprs, a, b);
    }
    ir::DepSet restrict(ir::DepSet set, ir::Expr guard) const {
        return set.empty() || exprs.is_true(guard) ? set : deps.restrict(exprs, set, guard);
    }
};

/// One of several paths that meet: its value there and the condition of having come by it.
struct Alternative {
    Value value;
    ir::Expr condition;
};

/// The value where paths meet. A dependency is there on the side that was taken; the last
/// alternative is the default of the term.
Value merge(const Pools& pools, const std::vector<Alternative>& alternatives);

}  // namespace fencepost::frontend::llvm_ir
