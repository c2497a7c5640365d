// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
#include "ir/support.h"

#include <algorithm>

namespace fencepost::ir {

namespace {

/// Leaves below some roots, each node visited once.
class LeafCollector {
  public:
    explicit LeafCollector(const ExprPool& pool) : pool_(pool), seen_(pool.size(), 0) {}

    void collect(const std::vector<Expr>& roots, std::vector<EventId>& reads,
                 std::vector<uint32_t>& inputs) {
        ++epoch_;
        stack_ = roots;
        while (!stack_.empty()) {
            const Expr e = stack_.back();
            stack_.pop_back();
            if (!e.valid() || seen_[e.index] == epoch_) continue;
            seen_[e.index] = epoch_;
            const ExprNode& node = pool_.node(e);
            if (node.op == Op::Read) reads.push_back(static_cast<EventId>(node.imm));
            if (node.op == Op::Input) inputs.push_back(static_cast<uint32_t>(node.imm));
            for (Expr operand : {node.a, node.b, node.c}) stack_.push_back(operand);
        }
        std::sort(reads.begin(), reads.end());
        std::sort(inputs.begin(), inputs.end());
    }

  private:
    const ExprPool& pool_;
    std::vector<uint32_t> seen_;
    uint32_t epoch_ = 0;
    std::vector<Expr> stack_;
};

}  // namespace

Support::Support(const Program& program)
    : events_(program.events().size()), inputs_(program.events().size()) {
    LeafCollector collector(program.exprs());
    for (EventId id = 0; id < program.events().size(); ++id) {
        const Event& e = program.event(id);
        std::vector<Expr> roots = {e.guard, e.address};
        if (!e.is_read()) roots.push_back(e.value);
        collector.collect(roots, events_[id], inputs_[id]);
    }
}

bool Support::has_value_cycle(const Execution& execution) const {
    // Depth-first over events: a read needs its source, any event the reads in its terms.
    enum : uint8_t { New, Open, Done };
    std::vector<uint8_t> state(events_.size(), New);
    std::vector<std::pair<EventId, size_t>> path;
    const auto successor = [&](EventId id, size_t i) -> EventId {
        if (i < events_[id].size()) return events_[id][i];
        return execution.rf[id];
    };
    for (EventId root = 0; root < events_.size(); ++root) {
        if (!execution.executed[root] || state[root] != New) continue;
        path.assign(1, {root, 0});
        state[root] = Open;
        while (!path.empty()) {
            auto& [id, next] = path.back();
            if (next > events_[id].size()) {
                state[id] = Done;
                path.pop_back();
                continue;
            }
            const EventId to = successor(id, next++);
            if (to >= events_.size() || !execution.executed[to]) continue;
            if (state[to] == Open) return true;
            if (state[to] == Done) continue;
            state[to] = Open;
            path.emplace_back(to, 0);
        }
    }
    return false;
}

}  // namespace fencepost::ir
