// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
#include "frontend/llvm/round.h"

#include <algorithm>

namespace fencepost::frontend::llvm_ir {

ir::Expr Round::fill_gap(const std::vector<Alternative>& sides) {
    unsigned width = 0;
    bool pointer = false;
    for (const Alternative& side : sides) {
        if (!side.value.expr.valid()) continue;
        width = builder.exprs().width(side.value.expr);
        if (width != pointer_width) continue;
        const Pointees& to = pointers.of(side.value.expr);
        pointer = pointer || to.unknown || std::any_of(to.list.begin(), to.list.end(), [](auto& p) {
                      return p.object != no_object;
                  });
    }
    if (!pointer) return builder.add_input("undefined", width);
    if (property == ir::Property::MemSafety) return builder.exprs().constant(width, no_address);
    return {};
}

}  // namespace fencepost::frontend::llvm_ir
