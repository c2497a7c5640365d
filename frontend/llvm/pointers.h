// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Where can an address point? Read off the term: each target is an object and the offsets
// `offset + k * stride` (stride 0: exactly this one) from `low` to `high`, which tells an array
// at the end of a struct from the fields before it. What was read from shared memory is
// looked up in what may be stored there, if that is known already; otherwise the address
// is `unknown`.
#pragma once

#include <cstdint>
#include <functional>
#include <unordered_map>
#include <vector>

#include "frontend/llvm/objects.h"
#include "ir/deps.h"
#include "ir/expr.h"

namespace fencepost::frontend::llvm_ir {

constexpr uint32_t no_object = UINT32_MAX;

struct Pointee {
    /// no_object: a number, not an address.
    uint32_t object = no_object;
    int64_t offset = 0;
    uint64_t stride = 0;
    /// Bounds of the offsets, both included, if there is a stride. Both or none are known.
    int64_t low = INT64_MIN;
    int64_t high = INT64_MAX;

    bool bounded() const { return stride == 0 || low != INT64_MIN; }
    int64_t lowest() const { return stride == 0 ? offset : low; }
    int64_t highest() const { return stride == 0 ? offset : high; }
    auto operator<=>(const Pointee&) const = default;
};

struct Pointees {
    /// Sorted; at most one per object and stride-free offset.
    std::vector<Pointee> list;
    bool unknown = false;

    bool operator==(const Pointees&) const = default;
    void add(Pointee target);
    void add(const Pointees& other);
};

/// The offsets of a target at which `size` bytes are inside the object.
std::vector<uint64_t> offsets(const Objects& objects, const Pointee& target, unsigned size);

class PointerAnalysis {
  public:
    /// What a read may return; default: unknown.
    using Lookup = std::function<Pointees(ir::EventId)>;

    PointerAnalysis(const ir::ExprPool& exprs, const Objects& objects, Lookup lookup = {})
        : exprs_(exprs), objects_(objects), lookup_(std::move(lookup)) {}

    const Pointees& of(ir::Expr e);
    void forget() { memo_.clear(); }

  private:
    Pointees compute(const ir::ExprNode& node);
    Pointees sum(const Pointees& a, const Pointees& b, bool minus, unsigned width) const;
    Pointees product(const Pointees& a, uint64_t factor, unsigned width) const;
    Pointees zero_extended(const ir::ExprNode& node) const;
    bool is_number(ir::Expr e) const;
    Pointees blurred(const ir::ExprNode& node);

    const ir::ExprPool& exprs_;
    const Objects& objects_;
    Lookup lookup_;
    std::unordered_map<uint32_t, Pointees> memo_;
};

}  // namespace fencepost::frontend::llvm_ir
