// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Blocks are numbered level by level: in the graph where each inner loop is one node,
// reverse postorder; an inner loop is numbered in its node's place. So the blocks of a loop
// are contiguous, its header first, and exits come after it. Control flow is reducible
// (passes.cpp saw to that).
#include "frontend/llvm/layout.h"

#include <algorithm>
#include <unordered_set>

namespace fencepost::frontend::llvm_ir {

Layout::Layout(llvm::Function& function)
    : function_(function), dominators_(function), loops_(dominators_) {
    place(nullptr, &function.getEntryBlock());
}

namespace {

/// The loop directly below `level` that contains the block, or nullptr.
const llvm::Loop* child_loop(const llvm::LoopInfo& loops, const llvm::Loop* level,
                             const llvm::BasicBlock* block) {
    const llvm::Loop* loop = loops.getLoopFor(block);
    if (loop == level) return nullptr;
    while (loop != nullptr && loop->getParentLoop() != level) loop = loop->getParentLoop();
    return loop;
}

}  // namespace

void Layout::place(const llvm::Loop* level, const llvm::BasicBlock* entry) {
    // A node is represented by its block, a loop by its header.
    struct Item {
        const llvm::BasicBlock* node;
        std::vector<const llvm::BasicBlock*> successors;
        size_t next = 0;
    };
    const auto successors = [&](const llvm::BasicBlock* node) {
        std::vector<const llvm::BasicBlock*> result;
        const auto add = [&](const llvm::BasicBlock* to) {
            if (level != nullptr && (!level->contains(to) || to == level->getHeader())) return;
            const llvm::Loop* inner = child_loop(loops_, level, to);
            result.push_back(inner != nullptr ? inner->getHeader() : to);
        };
        if (const llvm::Loop* inner = child_loop(loops_, level, node)) {
            llvm::SmallVector<llvm::BasicBlock*, 8> exits;
            inner->getExitBlocks(exits);
            for (const llvm::BasicBlock* exit : exits) add(exit);
        } else {
            for (const llvm::BasicBlock* to : llvm::successors(node)) add(to);
        }
        return result;
    };
    std::vector<const llvm::BasicBlock*> postorder;
    std::unordered_set<const llvm::BasicBlock*> seen = {entry};
    std::vector<Item> stack;
    stack.push_back({entry, successors(entry)});
    while (!stack.empty()) {
        Item& top = stack.back();
        if (top.next == top.successors.size()) {
            postorder.push_back(top.node);
            stack.pop_back();
            continue;
        }
        // The last successor first: its reverse postorder then reads like the source.
        const llvm::BasicBlock* to = top.successors[top.successors.size() - 1 - top.next++];
        if (seen.insert(to).second) stack.push_back({to, successors(to)});
    }
    for (size_t i = postorder.size(); i-- > 0;) {
        if (const llvm::Loop* inner = child_loop(loops_, level, postorder[i])) {
            place(inner, postorder[i]);
        } else {
            position_[postorder[i]] = static_cast<uint32_t>(order_.size());
            order_.push_back(postorder[i]);
        }
    }
}

Visit Layout::visit_of(const llvm::BasicBlock* block) const {
    Visit visit;
    for (const llvm::Loop* loop = loops_.getLoopFor(block); loop != nullptr;
         loop = loop->getParentLoop()) {
        visit.push_back(0);
        visit.push_back(position_.at(loop->getHeader()));
    }
    std::reverse(visit.begin(), visit.end());
    visit.push_back(position_.at(block));
    return visit;
}

Visit Layout::first() const { return visit_of(entry()); }

bool Layout::is_back_edge(const llvm::BasicBlock* from, const llvm::BasicBlock* to) const {
    const llvm::Loop* loop = loops_.getLoopFor(to);
    return loop != nullptr && loop->getHeader() == to && loop->contains(from);
}

Visit Layout::next(const Visit& from, const llvm::BasicBlock* to) const {
    Visit visit = visit_of(to);
    const bool back = is_back_edge(block(from), to);
    for (size_t i = 0; i + 2 < visit.size() && i + 2 < from.size(); i += 2) {
        if (visit[i] != from[i]) break;
        visit[i + 1] = from[i + 1];
        if (back && i + 3 == visit.size()) ++visit[i + 1];
    }
    return visit;
}

}  // namespace fencepost::frontend::llvm_ir
