// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// LLVM's words in ours: memory orders, and where a member's scalars are in an aggregate.
#pragma once

#include <llvm/IR/DerivedTypes.h>
#include <llvm/Support/AtomicOrdering.h>

#include "frontend/llvm/module_lowering.h"
#include "ir/event.h"

namespace fencepost::frontend::llvm_ir {

inline ir::Order order_of(llvm::AtomicOrdering ordering) {
    switch (ordering) {
        case llvm::AtomicOrdering::NotAtomic:
            return ir::Order::Plain;
        case llvm::AtomicOrdering::Unordered:
        case llvm::AtomicOrdering::Monotonic:
            return ir::Order::Relaxed;
        case llvm::AtomicOrdering::Acquire:
            return ir::Order::Acquire;
        case llvm::AtomicOrdering::Release:
            return ir::Order::Release;
        case llvm::AtomicOrdering::AcquireRelease:
            return ir::Order::AcqRel;
        case llvm::AtomicOrdering::SequentiallyConsistent:
            return ir::Order::SeqCst;
    }
    return ir::Order::SeqCst;
}

/// First scalar and number of scalars of the member that `indices` lead to.
inline std::pair<unsigned, unsigned> scalar_range(const llvm::Type* type,
                                                  llvm::ArrayRef<unsigned> indices) {
    unsigned first = 0;
    for (unsigned index : indices) {
        if (const auto* record = llvm::dyn_cast<llvm::StructType>(type)) {
            for (unsigned i = 0; i < index; ++i) first += scalar_count(record->getElementType(i));
            type = record->getElementType(index);
        } else {
            type = llvm::cast<llvm::ArrayType>(type)->getElementType();
            first += index * scalar_count(type);
        }
    }
    return {first, scalar_count(type)};
}

}  // namespace fencepost::frontend::llvm_ir
