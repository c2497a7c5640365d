// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// For solvers/cadical.cpp only: our Propagator as CaDiCaL's ExternalPropagator.
#pragma once

#include <cadical.hpp>
#include <memory>

#include "solvers/propagator.h"

namespace fencepost::solvers {

std::unique_ptr<CaDiCaL::ExternalPropagator> adapt(Propagator& propagator);

}  // namespace fencepost::solvers
