// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
#pragma once

#include "ir/expr.h"

namespace fencepost::ir {

/// The node, or an equal term that is at most as large. Operands are taken as they are.
Expr simplify_node(ExprPool& pool, const ExprNode& node);

/// Rebuilds a whole term bottom-up through simplify_node.
Expr simplify(ExprPool& pool, Expr e);

}  // namespace fencepost::ir
