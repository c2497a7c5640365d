// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
#pragma once

#include <cstddef>
#include <functional>

namespace fencepost::portfolio {

/// Calls work(i) for every i < count on `jobs` threads and finish(i), in order of i, on the
/// calling thread as soon as work(0..i) are done. An exception from work(i) is thrown on the
/// calling thread when its turn comes; no further work is started then.
void in_order(size_t count, unsigned jobs, const std::function<void(size_t)>& work,
              const std::function<void(size_t)>& finish);

}  // namespace fencepost::portfolio
