// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Memory that only one thread can reach, on one control path: no events, values and their
// dependencies flow through it as through registers. It is copied at every branch, so it
// is shared until written. Accesses of any size at known offsets; overlapping pieces are
// cut and joined byte by byte.
#pragma once

#include <cstdint>
#include <map>
#include <memory>

#include "frontend/llvm/value.h"

namespace fencepost::frontend::llvm_ir {

/// What an object contains.
struct Content {
    struct Cell {
        uint8_t size = 0;
        Value value;

        bool operator==(const Cell&) const = default;
    };
    /// By offset; cells do not overlap.
    std::map<uint64_t, Cell> cells;
    /// Bytes without a cell are 0; otherwise undefined.
    bool zero = true;

    bool operator==(const Content&) const = default;
};

class LocalMemory {
  public:
    /// The object's content starts as this.
    void allocate(uint32_t object, Content content);
    bool contains(uint32_t object) const { return objects_ && objects_->contains(object); }
    const Content* find(uint32_t object) const;

    /// `size` bytes, 1 to 8. An object that was never allocated is zero.
    Value load(const Pools& pools, uint32_t object, uint64_t offset, unsigned size) const;
    void store(const Pools& pools, uint32_t object, uint64_t offset, unsigned size, Value value);

    bool operator==(const LocalMemory& other) const;

    /// The memory where paths meet.
    static LocalMemory merge(const Pools& pools, const std::vector<const LocalMemory*>& sides,
                             const std::vector<ir::Expr>& conditions);

  private:
    using Objects = std::map<uint32_t, std::shared_ptr<const Content>>;

    Objects& own();

    std::shared_ptr<Objects> objects_;
};

/// Reading and writing of one content.
Value load(const Pools& pools, const Content& content, uint64_t offset, unsigned size);
void store(const Pools& pools, Content& content, uint64_t offset, unsigned size, Value value);

}  // namespace fencepost::frontend::llvm_ir
