// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// A set of accesses as a fixed number of machine words: one row of a relation. The width is
// a template argument so that a litmus-sized program works on single registers.
#pragma once

#include <bit>
#include <cstdint>

namespace fencepost::explorers::traces {

template <unsigned Words>
struct Row {
    uint64_t word[Words] = {};

    void set(uint32_t i) { word[i / 64] |= uint64_t{1} << (i % 64); }
    void clear(uint32_t i) { word[i / 64] &= ~(uint64_t{1} << (i % 64)); }
    bool test(uint32_t i) const { return (word[i / 64] >> (i % 64) & 1) != 0; }
    bool any() const {
        uint64_t all = 0;
        for (uint64_t w : word) all |= w;
        return all != 0;
    }
    bool intersects(const Row& other) const {
        uint64_t all = 0;
        for (unsigned k = 0; k < Words; ++k) all |= word[k] & other.word[k];
        return all != 0;
    }
    bool within(const Row& other) const {
        uint64_t outside = 0;
        for (unsigned k = 0; k < Words; ++k) outside |= word[k] & ~other.word[k];
        return outside == 0;
    }

    Row& operator|=(const Row& other) {
        for (unsigned k = 0; k < Words; ++k) word[k] |= other.word[k];
        return *this;
    }
    Row& operator&=(const Row& other) {
        for (unsigned k = 0; k < Words; ++k) word[k] &= other.word[k];
        return *this;
    }
    /// Takes the elements of `other` away.
    Row& operator-=(const Row& other) {
        for (unsigned k = 0; k < Words; ++k) word[k] &= ~other.word[k];
        return *this;
    }
    friend Row operator|(Row a, const Row& b) { return a |= b; }
    friend Row operator&(Row a, const Row& b) { return a &= b; }
    friend Row operator-(Row a, const Row& b) { return a -= b; }
    bool operator==(const Row&) const = default;

    /// The largest element; the row must not be empty.
    uint32_t highest() const {
        for (unsigned k = Words; k-- > 0;)
            if (word[k] != 0) return 64 * k + 63 - static_cast<uint32_t>(std::countl_zero(word[k]));
        return 0;
    }
    /// Calls visit(i) in growing order; the row may change meanwhile without effect on words
    /// that were read already.
    template <class Visit>
    void for_each(Visit visit) const {
        for (unsigned k = 0; k < Words; ++k)
            for (uint64_t rest = word[k]; rest != 0; rest &= rest - 1)
                visit(64 * k + static_cast<uint32_t>(std::countr_zero(rest)));
    }
};

}  // namespace fencepost::explorers::traces
