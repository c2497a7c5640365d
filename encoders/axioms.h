// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
#pragma once

#include <functional>

#include "encoders/product.h"
#include "encoders/reachability.h"
#include "ir/answer.h"

namespace fencepost::encoders {

/// Adds everything that the model says to the clauses and orders: all axioms, that co is an
/// order, and that no value depends on itself. `poll` is called now and then and may throw.
/// Gives back what is to be checked when there is a solution.
std::vector<ReturnGraph> encode_axioms(const Plan& plan, Choices& choices, Protection& protection,
                                       Bounds& bounds, OrderSink& orders,
                                       const ReturnOptions& options,
                                       const std::function<void()>& poll);

}  // namespace fencepost::encoders
