// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// A node is an instruction together with how often the thread has jumped back to each
// target so far (herd counts per target address, over the whole run, not per loop entry).
// A count is forgotten as soon as no jump to its target can be reached any more: then the
// code after a loop exists once and not once per number of iterations. Without backward
// jumps, program text is the graph. Otherwise a depth-first search finds all nodes and its
// reverse postorder is the topological order (fall-through first, as one reads).
#include "frontend/litmus/unroll.h"

#include <algorithm>
#include <map>

namespace fencepost::frontend::litmus {

namespace {

constexpr size_t max_nodes = 20'000;
constexpr size_t max_loops = 64;

bool jumps(const Instruction& i) { return i.flow == Flow::Jump || i.flow == Flow::Branch; }
bool falls_through(const Instruction& i) { return i.flow == Flow::Next || i.flow == Flow::Branch; }

class Unroller {
  public:
    Unroller(const std::vector<Instruction>& code, int bound)
        : code_(code), end_(static_cast<uint32_t>(code.size())), bound_(bound) {
        for (uint32_t i = 0; i < end_; ++i)
            if (is_backward(i)) loops_.push_back(code[i].target);
        std::sort(loops_.begin(), loops_.end());
        loops_.erase(std::unique(loops_.begin(), loops_.end()), loops_.end());
    }

    std::optional<std::vector<Node>> run() {
        if (loops_.empty()) return straight();
        if (loops_.size() > max_loops) return std::nullopt;
        find_reachable_loops();
        std::vector<uint32_t> start(loops_.size() + 1, 0);
        visit(std::move(start));
        while (!stack_.empty()) {
            if (nodes_.size() > max_nodes) return std::nullopt;
            step();
        }
        return sorted();
    }

  private:
    bool is_backward(uint32_t i) const { return jumps(code_[i]) && code_[i].target <= i; }

    std::vector<Node> straight() const {
        std::vector<Node> nodes(end_ + 1);
        for (uint32_t i = 0; i <= end_; ++i) {
            nodes[i].instruction = i;
            if (i == end_) break;
            if (falls_through(code_[i])) nodes[i].next = i + 1;
            if (jumps(code_[i])) nodes[i].target = code_[i].target;
            if (code_[i].flow == Flow::Stop) nodes[i].target = end_;
        }
        return nodes;
    }

    size_t loop_of(uint32_t target) const {
        return static_cast<size_t>(std::lower_bound(loops_.begin(), loops_.end(), target) -
                                   loops_.begin());
    }

    /// Per instruction: to which targets can the thread still jump back?
    void find_reachable_loops() {
        reachable_.assign(end_ + 1, 0);
        for (bool changed = true; changed;) {
            changed = false;
            for (uint32_t i = end_; i-- > 0;) {
                uint64_t loops = reachable_[i];
                if (falls_through(code_[i])) loops |= reachable_[i + 1];
                if (jumps(code_[i])) loops |= reachable_[code_[i].target];
                if (is_backward(i)) loops |= uint64_t{1} << loop_of(code_[i].target);
                changed |= loops != reachable_[i];
                reachable_[i] = loops;
            }
        }
    }

    /// Key: instruction, then one count per loop.
    uint32_t visit(std::vector<uint32_t> key) {
        for (size_t loop = 0; loop < loops_.size(); ++loop)
            if ((reachable_[key[0]] >> loop & 1) == 0) key[loop + 1] = 0;
        const auto [entry, fresh] =
            index_.try_emplace(std::move(key), static_cast<uint32_t>(nodes_.size()));
        if (fresh) {
            nodes_.push_back({.instruction = entry->first[0]});
            keys_.push_back(&entry->first);
            stack_.push_back({entry->second, 0});
        }
        return entry->second;
    }

    /// One move of the search: the jump first, then the fall-through, then done.
    void step() {
        const uint32_t node = stack_.back().first;
        const uint32_t i = nodes_[node].instruction;
        const uint32_t stage = stack_.back().second++;
        if (stage == 0) {
            if (i == end_) return;
            if (code_[i].flow == Flow::Stop) follow_jump(node, end_, false);
            if (jumps(code_[i])) follow_jump(node, code_[i].target, is_backward(i));
        } else if (stage == 1) {
            if (i == end_ || !falls_through(code_[i])) return;
            std::vector<uint32_t> key = *keys_[node];
            ++key[0];
            nodes_[node].next = visit(std::move(key));
        } else {
            postorder_.push_back(node);
            stack_.pop_back();
        }
    }

    void follow_jump(uint32_t node, uint32_t target, bool backward) {
        std::vector<uint32_t> key = *keys_[node];
        key[0] = target;
        if (backward && ++key[loop_of(target) + 1] > static_cast<uint32_t>(bound_)) {
            nodes_[node].cut = true;
            return;
        }
        nodes_[node].target = visit(std::move(key));
    }

    std::vector<Node> sorted() const {
        std::vector<uint32_t> rank(nodes_.size());
        for (size_t i = 0; i < postorder_.size(); ++i)
            rank[postorder_[i]] = static_cast<uint32_t>(postorder_.size() - 1 - i);
        std::vector<Node> result(nodes_.size());
        for (size_t i = 0; i < nodes_.size(); ++i) {
            Node node = nodes_[i];
            if (node.next != no_node) node.next = rank[node.next];
            if (node.target != no_node) node.target = rank[node.target];
            result[rank[i]] = node;
        }
        return result;
    }

    const std::vector<Instruction>& code_;
    const uint32_t end_;
    const int bound_;
    std::vector<uint32_t> loops_;
    std::vector<uint64_t> reachable_;
    std::vector<Node> nodes_;
    std::map<std::vector<uint32_t>, uint32_t> index_;
    std::vector<const std::vector<uint32_t>*> keys_;
    /// Node and how many of its edges have been followed.
    std::vector<std::pair<uint32_t, uint32_t>> stack_;
    std::vector<uint32_t> postorder_;
};

}  // namespace

std::optional<std::vector<Node>> unroll(const std::vector<Instruction>& code, int bound) {
    return Unroller(code, std::max(bound, 0)).run();
}

}  // namespace fencepost::frontend::litmus
