// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
#include "frontend/llvm/value.h"

#include <algorithm>

namespace fencepost::frontend::llvm_ir {

namespace {

/// Some sides are defined, others are not.
bool has_gap(const std::vector<Alternative>& alternatives) {
    const auto is_defined = [](const Alternative& side) { return side.value.expr.valid(); };
    const auto defined = std::count_if(alternatives.begin(), alternatives.end(), is_defined);
    return defined != 0 && static_cast<size_t>(defined) != alternatives.size();
}

}  // namespace

Value merge(const Pools& pools, const std::vector<Alternative>& alternatives) {
    if (pools.gap && has_gap(alternatives)) {
        if (const ir::Expr gap = pools.gap(alternatives); gap.valid()) {
            std::vector<Alternative> filled = alternatives;
            for (Alternative& side : filled)
                if (!side.value.expr.valid()) side.value.expr = gap;
            return merge(pools, filled);
        }
    }
    Value result;
    bool same_deps = true;
    for (size_t i = alternatives.size(); i-- > 0;) {
        const Value& side = alternatives[i].value;
        same_deps = same_deps && side.deps == alternatives.back().value.deps;
        if (!side.expr.valid()) continue;
        if (!result.expr.valid())
            result.expr = side.expr;
        else if (side.expr != result.expr)
            result.expr = pools.exprs.ite(alternatives[i].condition, side.expr, result.expr);
    }
    if (same_deps) {
        result.deps = alternatives.back().value.deps;
        return result;
    }
    for (const Alternative& side : alternatives)
        result.deps = pools.unite(result.deps, pools.restrict(side.value.deps, side.condition));
    return result;
}

}  // namespace fencepost::frontend::llvm_ir
