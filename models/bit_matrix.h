// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Relations over n events as n rows of bits; a set is a matrix with one row. Executions
// are small, so a row is one machine word almost always, and that case has its own loops.
// Bits past the last column are always 0.
//
// Operations work in place or into `this`, and reuse its memory: nothing is allocated once
// a matrix has seen its largest size.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace fencepost::models {

class BitMatrix {
  public:
    BitMatrix() = default;
    BitMatrix(uint32_t rows, uint32_t columns) { reset(rows, columns); }

    /// All zero, of this shape.
    void reset(uint32_t rows, uint32_t columns);

    uint32_t rows() const { return rows_; }
    uint32_t columns() const { return columns_; }
    /// Words in a row.
    uint32_t stride() const { return stride_; }
    uint64_t* row(uint32_t i) { return words_.data() + size_t{i} * stride_; }
    const uint64_t* row(uint32_t i) const { return words_.data() + size_t{i} * stride_; }

    bool get(uint32_t i, uint32_t j) const { return row(i)[j / 64] >> (j % 64) & 1; }
    void set(uint32_t i, uint32_t j) { row(i)[j / 64] |= uint64_t{1} << (j % 64); }
    bool empty() const;
    bool operator==(const BitMatrix& other) const;

    // Element by element; shapes must be equal.
    void unite(const BitMatrix& other);
    void intersect(const BitMatrix& other);
    void subtract(const BitMatrix& other);
    void complement();

    // Square relations.
    void add_identity();
    /// Transitive closure.
    void close();

    // Into *this, which takes the right shape. Operands must be other matrices.
    void assign_seq(const BitMatrix& r, const BitMatrix& s);
    void assign_inverse(const BitMatrix& r);
    void assign_identity(const BitMatrix& set);
    void assign_product(const BitMatrix& s, const BitMatrix& t);
    void assign_domain(const BitMatrix& r);
    void assign_range(const BitMatrix& r);

    // Square relations.
    bool is_irreflexive() const;
    bool is_acyclic() const;
    /// The nodes of a shortest cycle, in order, the first not repeated; empty if acyclic.
    std::vector<uint32_t> shortest_cycle() const;
    /// Nodes of a shortest path with at least one edge, both ends included; empty if none.
    std::vector<uint32_t> shortest_path(uint32_t from, uint32_t to) const;

    /// Calls visit(j) for each j in row i, in order.
    template <class Visit>
    void for_each(uint32_t i, Visit visit) const {
        for (uint32_t w = 0; w < stride_; ++w)
            for (uint64_t bits = row(i)[w]; bits != 0; bits &= bits - 1)
                visit(w * 64 + static_cast<uint32_t>(std::countr_zero(bits)));
    }

  private:
    bool is_acyclic_word() const;
    bool is_acyclic_wide() const;
    size_t used() const { return size_t{rows_} * stride_; }

    uint32_t rows_ = 0, columns_ = 0, stride_ = 0;
    /// At least used() words; what is beyond is left from larger shapes.
    std::vector<uint64_t> words_;
};

}  // namespace fencepost::models
