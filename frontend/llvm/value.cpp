// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
#include "frontend/llvm/value.h"

namespace fencepost::frontend::llvm_ir {

Value merge(const Pools& pools, const std::vector<Alternative>& alternatives) {
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
