// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// In which order the blocks of a function are visited while its loops are unrolled: a
// visit is a block together with the iteration of each loop around it, and visits are
// ordered so that every one comes after all that lead to it.
#pragma once

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Function.h>

#include <unordered_map>
#include <vector>

namespace fencepost::frontend::llvm_ir {

/// Loop by loop from the outermost: place of its header and iteration; then the place of
/// the block. Lexicographic order is the order of visits.
using Visit = std::vector<uint32_t>;

class Layout {
  public:
    explicit Layout(llvm::Function& function);

    const llvm::BasicBlock* entry() const { return &function_.getEntryBlock(); }
    const llvm::BasicBlock* block(const Visit& visit) const { return order_[visit.back()]; }
    Visit first() const;
    /// The visit of `to` that follows this one; a back edge starts the next iteration.
    Visit next(const Visit& from, const llvm::BasicBlock* to) const;
    const llvm::Loop* loop_of(const llvm::BasicBlock* block) const {
        return loops_.getLoopFor(block);
    }
    /// The edge leads back to the header of a loop around `from`.
    bool is_back_edge(const llvm::BasicBlock* from, const llvm::BasicBlock* to) const;

  private:
    void place(const llvm::Loop* loop, const llvm::BasicBlock* entry);
    Visit visit_of(const llvm::BasicBlock* block) const;

    llvm::Function& function_;
    llvm::DominatorTree dominators_;
    llvm::LoopInfo loops_;
    std::vector<const llvm::BasicBlock*> order_;
    std::unordered_map<const llvm::BasicBlock*, uint32_t> position_;
};

}  // namespace fencepost::frontend::llvm_ir
