// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Bit matrices. Composition ORs a row of the right operand for each bit of the left one, so
// it costs as much as the left operand has pairs. Closure is Warshall's. Acyclicity of up to
// 64 nodes removes nodes without successors until nothing is left; events are numbered
// along program order, so going backwards removes most of a thread in one sweep. Larger
// ones are searched depth first, with an explicit stack.
#include "models/bit_matrix.h"

#include <algorithm>

#include "ir/check.h"

namespace fencepost::models {

void BitMatrix::reset(uint32_t rows, uint32_t columns) {
    rows_ = rows;
    columns_ = columns;
    stride_ = (columns + 63) / 64;
    if (words_.size() < used()) words_.resize(used());
    std::fill_n(words_.begin(), used(), 0);
}

bool BitMatrix::empty() const {
    for (size_t i = 0; i < used(); ++i)
        if (words_[i] != 0) return false;
    return true;
}

bool BitMatrix::operator==(const BitMatrix& other) const {
    return rows_ == other.rows_ && columns_ == other.columns_ &&
           std::equal(words_.begin(), words_.begin() + static_cast<std::ptrdiff_t>(used()),
                      other.words_.begin());
}

void BitMatrix::unite(const BitMatrix& other) {
    CHECK(used() == other.used(), "shapes should be equal");
    for (size_t i = 0; i < used(); ++i) words_[i] |= other.words_[i];
}

void BitMatrix::intersect(const BitMatrix& other) {
    CHECK(used() == other.used(), "shapes should be equal");
    for (size_t i = 0; i < used(); ++i) words_[i] &= other.words_[i];
}

void BitMatrix::subtract(const BitMatrix& other) {
    CHECK(used() == other.used(), "shapes should be equal");
    for (size_t i = 0; i < used(); ++i) words_[i] &= ~other.words_[i];
}

void BitMatrix::complement() {
    for (size_t i = 0; i < used(); ++i) words_[i] = ~words_[i];
    if (columns_ % 64 == 0) return;
    const uint64_t last = (uint64_t{1} << (columns_ % 64)) - 1;
    for (uint32_t i = 0; i < rows_; ++i) row(i)[stride_ - 1] &= last;
}

void BitMatrix::add_identity() {
    for (uint32_t i = 0; i < rows_; ++i) set(i, i);
}

void BitMatrix::close() {
    if (stride_ == 1) {
        for (uint32_t k = 0; k < rows_; ++k) {
            const uint64_t via = words_[k];
            if (via == 0) continue;
            for (uint32_t i = 0; i < rows_; ++i) words_[i] |= via & -(words_[i] >> k & 1);
        }
        return;
    }
    for (uint32_t k = 0; k < rows_; ++k) {
        const uint64_t* via = row(k);
        for (uint32_t i = 0; i < rows_; ++i) {
            if (i == k || !get(i, k)) continue;
            uint64_t* to = row(i);
            for (uint32_t w = 0; w < stride_; ++w) to[w] |= via[w];
        }
    }
}

void BitMatrix::assign_seq(const BitMatrix& r, const BitMatrix& s) {
    CHECK(this != &r && this != &s && r.rows_ == s.rows_, "operands should be others and fit");
    reset(r.rows_, s.columns_);
    if (stride_ == 1) {
        for (uint32_t i = 0; i < rows_; ++i) {
            uint64_t to = 0;
            for (uint64_t bits = r.words_[i]; bits != 0; bits &= bits - 1)
                to |= s.words_[static_cast<uint32_t>(std::countr_zero(bits))];
            words_[i] = to;
        }
        return;
    }
    for (uint32_t i = 0; i < rows_; ++i) {
        uint64_t* to = row(i);
        r.for_each(i, [&](uint32_t j) {
            const uint64_t* via = s.row(j);
            for (uint32_t w = 0; w < stride_; ++w) to[w] |= via[w];
        });
    }
}

void BitMatrix::assign_inverse(const BitMatrix& r) {
    CHECK(this != &r, "operand should be another matrix");
    reset(r.columns_, r.rows_);
    for (uint32_t i = 0; i < r.rows_; ++i) r.for_each(i, [&](uint32_t j) { set(j, i); });
}

void BitMatrix::assign_identity(const BitMatrix& set_of) {
    CHECK(this != &set_of && set_of.rows_ == 1, "operand should be another matrix, a set");
    reset(set_of.columns_, set_of.columns_);
    set_of.for_each(0, [&](uint32_t i) { set(i, i); });
}

void BitMatrix::assign_product(const BitMatrix& s, const BitMatrix& t) {
    CHECK(this != &s && this != &t && s.rows_ == 1 && t.rows_ == 1, "operands should be sets");
    reset(s.columns_, t.columns_);
    s.for_each(0, [&](uint32_t i) { std::copy_n(t.row(0), stride_, row(i)); });
}

void BitMatrix::assign_domain(const BitMatrix& r) {
    CHECK(this != &r, "operand should be another matrix");
    reset(1, r.columns_);
    for (uint32_t i = 0; i < r.rows_; ++i)
        if (std::any_of(r.row(i), r.row(i) + r.stride_, [](uint64_t w) { return w != 0; }))
            set(0, i);
}

void BitMatrix::assign_range(const BitMatrix& r) {
    CHECK(this != &r, "operand should be another matrix");
    reset(1, r.columns_);
    for (uint32_t i = 0; i < r.rows_; ++i)
        for (uint32_t w = 0; w < stride_; ++w) words_[w] |= r.row(i)[w];
}

bool BitMatrix::is_irreflexive() const {
    for (uint32_t i = 0; i < rows_; ++i)
        if (get(i, i)) return false;
    return true;
}

bool BitMatrix::is_acyclic() const { return stride_ <= 1 ? is_acyclic_word() : is_acyclic_wide(); }

bool BitMatrix::is_acyclic_word() const {
    uint64_t left = rows_ == 64 ? ~uint64_t{0} : (uint64_t{1} << rows_) - 1;
    while (left != 0) {
        const uint64_t before = left;
        for (uint64_t todo = left; todo != 0;) {
            const uint32_t i = 63 - static_cast<uint32_t>(std::countl_zero(todo));
            const uint64_t bit = uint64_t{1} << i;
            todo ^= bit;
            if ((words_[i] & left) == 0) left ^= bit;
        }
        if (left == before) return false;
    }
    return true;
}

bool BitMatrix::is_acyclic_wide() const {
    enum class Colour : uint8_t { White, Grey, Black };
    std::vector<Colour> colour(rows_, Colour::White);
    struct Frame {
        uint32_t node, next;
    };
    std::vector<Frame> stack;
    for (uint32_t root = 0; root < rows_; ++root) {
        if (colour[root] != Colour::White) continue;
        stack.push_back({root, 0});
        colour[root] = Colour::Grey;
        while (!stack.empty()) {
            const uint32_t node = stack.back().node;
            uint32_t& next = stack.back().next;
            // The next successor from `next` on, word by word.
            uint32_t w = next / 64;
            uint64_t bits = w < stride_ ? row(node)[w] & (~uint64_t{0} << (next % 64)) : 0;
            while (bits == 0 && ++w < stride_) bits = row(node)[w];
            if (bits == 0) {
                colour[node] = Colour::Black;
                stack.pop_back();
                continue;
            }
            const uint32_t target = w * 64 + static_cast<uint32_t>(std::countr_zero(bits));
            next = target + 1;
            if (colour[target] == Colour::Grey) return false;
            if (colour[target] == Colour::White) {
                colour[target] = Colour::Grey;
                stack.push_back({target, 0});
            }
        }
    }
    return true;
}

std::vector<uint32_t> BitMatrix::shortest_path(uint32_t from, uint32_t to) const {
    constexpr uint32_t unseen = UINT32_MAX;
    std::vector<uint32_t> parent(rows_, unseen);
    std::vector<uint32_t> queue{from};
    for (size_t head = 0; head < queue.size() && parent[to] == unseen; ++head) {
        const uint32_t node = queue[head];
        for_each(node, [&](uint32_t next) {
            if (parent[next] != unseen) return;
            parent[next] = node;
            if (next != from) queue.push_back(next);
        });
    }
    if (parent[to] == unseen) return {};
    std::vector<uint32_t> path{to};
    do path.push_back(parent[path.back()]);
    while (path.back() != from);
    std::reverse(path.begin(), path.end());
    return path;
}

std::vector<uint32_t> BitMatrix::shortest_cycle() const {
    std::vector<uint32_t> best;
    for (uint32_t i = 0; i < rows_; ++i) {
        std::vector<uint32_t> path = shortest_path(i, i);
        if (path.empty()) continue;
        path.pop_back();
        if (best.empty() || path.size() < best.size()) best = std::move(path);
    }
    return best;
}

}  // namespace fencepost::models
