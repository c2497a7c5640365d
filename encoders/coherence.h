// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
#pragma once

#include "encoders/choices.h"

namespace fencepost::encoders {

/// Each location alone is sequentially consistent, as clauses. Needs co to be acyclic.
void encode_coherence(Choices& choices);

}  // namespace fencepost::encoders
