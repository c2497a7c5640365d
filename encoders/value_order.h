// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
#pragma once

#include "encoders/bounds.h"
#include "encoders/choices.h"
#include "encoders/order_graph.h"

namespace fencepost::encoders {

/// No value depends on itself (ir/execution.h).
void encode_value_order(const Plan& plan, Choices& choices, Bounds& bounds, OrderSink& orders);

}  // namespace fencepost::encoders
