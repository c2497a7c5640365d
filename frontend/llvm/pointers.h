// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Where can an address point? Read off the term: each target is an object and the offsets
// `offset + k * stride` (stride 0: exactly this one). What was read from shared memory is
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
    Pointees sum(const Pointees& a, const Pointees& b, bool minus) const;
    Pointees blurred(const ir::ExprNode& node);

    const ir::ExprPool& exprs_;
    const Objects& objects_;
    Lookup lookup_;
    std::unordered_map<uint32_t, Pointees> memo_;
};

}  // namespace fencepost::frontend::llvm_ir
