// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
#include "frontend/llvm/value.h"

namespace fencepost::frontend::llvm_ir {

namespace {

constexpr uint64_t no_address = 8;

/// The width of the defined sides, if there are undefined ones, too; otherwise 0.
unsigned width_of_gap(const Pools& pools, const std::vector<Alternative>& alternatives) {
    bool gap = false;
    unsigned width = 0;
    for (const Alternative& side : alternatives) {
        if (side.value.expr.valid())
            width = pools.exprs.width(side.value.expr);
        else
            gap = true;
    }
    return gap ? width : 0;
}

}  // namespace

Value merge(const Pools& pools, const std::vector<Alternative>& alternatives) {
    if (pools.strict) {
        const unsigned width = width_of_gap(pools, alternatives);
        if (width >= 32) {
            std::vector<Alternative> filled = alternatives;
            for (Alternative& side : filled)
                if (!side.value.expr.valid())
                    side.value.expr = pools.exprs.constant(width, no_address);
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
