// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
#pragma once

#include <cstdint>

namespace fencepost::fuzz {

/// splitmix64: the same numbers from the same seed on every machine and library.
class Random {
  public:
    explicit Random(uint64_t seed) : state_(seed) {}

    uint64_t next() {
        uint64_t z = (state_ += 0x9E3779B97F4A7C15u);
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
        return z ^ (z >> 31);
    }
    uint32_t below(uint32_t limit) { return static_cast<uint32_t>(next() % limit); }
    bool chance(uint32_t one_in) { return below(one_in) == 0; }

  private:
    uint64_t state_;
};

}  // namespace fencepost::fuzz
