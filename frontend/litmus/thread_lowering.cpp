// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Walks the unrolled graph in topological order and carries the thread's state along its
// edges, each with the guard under which it is taken. Where edges meet, a slot that
// differs becomes an `ite` over the edges, and its dependencies become guarded: a value
// comes from the side that was taken. What both sides agree on stays as it is.
//
// A branch is an event even if its outcome is known (`cmpw r1,r1; beq L; L:`), because
// control dependency starts there; but only edges that can be taken are followed. A jump
// beyond the bound leads nowhere: it is recorded as a cut, and the thread does not
// complete where its guard holds.
#include "frontend/litmus/thread_lowering.h"

#include <fmt/format.h>

#include "frontend/litmus/unroll.h"

namespace fencepost::frontend::litmus {

namespace {

using ir::DepSet;
using ir::Expr;

struct Edge {
    State state;
    Expr guard;
};

class ThreadLowering {
  public:
    ThreadLowering(LoweredThread& thread, ir::ThreadId id, const InstructionSet& isa,
                   ir::Builder& builder, Emitter& emit, int unroll)
        : thread_(thread),
          id_(id),
          isa_(isa),
          builder_(builder),
          emit_(emit),
          pool_(builder.exprs()),
          unroll_(unroll) {}

    void run() {
        const auto nodes = unroll(thread_.code, unroll_);
        if (!nodes) {
            emit_.at(thread_.code.front().token, pool_.bool_const(true));
            emit_.fail("thread too large after unrolling, expected fewer or smaller loops");
        }
        incoming_.resize(nodes->size());
        incoming_[0].push_back({thread_.initial, pool_.bool_const(true)});
        thread_.final = thread_.initial;
        Expr completed = pool_.bool_const(false);
        for (size_t n = 0; n < nodes->size(); ++n) {
            if (incoming_[n].empty()) continue;
            Edge here = join(std::move(incoming_[n]));
            if ((*nodes)[n].instruction == thread_.code.size()) {
                thread_.final = std::move(here.state);
                completed = here.guard;
            } else {
                follow((*nodes)[n], std::move(here));
            }
        }
        builder_.set_completed(id_, completed);
    }

  private:
    void follow(const Node& node, Edge here) {
        const Instruction& instruction = thread_.code[node.instruction];
        emit_.at(instruction.token, here.guard);
        if (instruction.flow != Flow::Branch) {
            isa_.execute(instruction, here.state, emit_);
            if (node.cut)
                cut(instruction, here.guard);
            else
                send(node.next != no_node ? node.next : node.target, std::move(here));
            return;
        }
        const Value condition = isa_.condition(instruction, here.state, emit_);
        emit_.branch(condition);
        if (!node.cut && node.next == node.target) return send(node.next, std::move(here));

        const Expr taken = pool_.conjunction(here.guard, condition.expr);
        const Expr not_taken = pool_.conjunction(here.guard, pool_.negation(condition.expr));
        if (!pool_.is_false(taken)) {
            if (node.cut)
                cut(instruction, taken);
            else
                send(node.target, {here.state, taken});
        }
        if (!pool_.is_false(not_taken)) send(node.next, {std::move(here.state), not_taken});
    }

    void send(uint32_t node, Edge edge) { incoming_[node].push_back(std::move(edge)); }

    void cut(const Instruction& jump, Expr guard) {
        builder_.add_cut({.thread = id_,
                          .guard = guard,
                          .what = fmt::format("more than {} jumps back to {}", unroll_, jump.label),
                          .location = emit_.location()});
    }

    /// Later edges first: nested branches that meet in one place reduce inside out.
    Edge join(std::vector<Edge> edges) {
        if (edges.size() == 1) return std::move(edges[0]);
        Edge result = std::move(edges.back());
        Expr last = result.guard;
        for (size_t i = edges.size() - 1; i-- > 0;)
            result.guard = pool_.disjunction(result.guard, edges[i].guard);
        std::vector<Expr> conditions;
        for (size_t i = 0; i + 1 < edges.size(); ++i)
            conditions.push_back(relative(edges[i].guard, result.guard));
        conditions.push_back(relative(last, result.guard));

        edges.back().state = result.state;
        for (size_t slot = 0; slot < result.state.slots.size(); ++slot)
            result.state.slots[slot] = {merge_exprs(edges, conditions, slot),
                                        merge_deps(edges, conditions, [&](const State& state) {
                                            return state.slots[slot].deps;
                                        })};
        result.state.reserving_reads =
            merge_deps(edges, conditions, [](const State& state) { return state.reserving_reads; });
        return result;
    }

    /// The guard as it looks where `whole` holds: c of `whole & c`.
    Expr relative(Expr guard, Expr whole) const {
        const ir::ExprNode& node = pool_.node(guard);
        if (node.op == ir::Op::And && node.a == whole) return node.b;
        if (node.op == ir::Op::And && node.b == whole) return node.a;
        return guard;
    }

    Expr merge_exprs(const std::vector<Edge>& edges, const std::vector<Expr>& conditions,
                     size_t slot) {
        Expr merged;
        for (size_t i = edges.size(); i-- > 0;) {
            const State& state = edges[i].state;
            // Without a reservation its address says nothing.
            if (slot == ReservedAddress && merged.valid() &&
                pool_.is_false(state.slots[Reserved].expr))
                continue;
            const Expr side = state.slots[slot].expr;
            if (!merged.valid() || (slot == ReservedAddress && i + 2 == edges.size() &&
                                    pool_.is_false(edges[i + 1].state.slots[Reserved].expr)))
                merged = side;
            else if (side != merged)
                merged = pool_.ite(conditions[i], side, merged);
        }
        return merged;
    }

    template <typename Get>
    DepSet merge_deps(const std::vector<Edge>& edges, const std::vector<Expr>& conditions,
                      Get get) {
        const DepSet last = get(edges.back().state);
        bool same = true;
        for (const Edge& edge : edges) same = same && get(edge.state) == last;
        if (same) return last;
        ir::DepPool& deps = builder_.deps();
        DepSet merged = deps.restrict(pool_, last, conditions.back());
        for (size_t i = edges.size() - 1; i-- > 0;)
            merged =
                deps.unite(pool_, merged, deps.restrict(pool_, get(edges[i].state), conditions[i]));
        return merged;
    }

    LoweredThread& thread_;
    const ir::ThreadId id_;
    const InstructionSet& isa_;
    ir::Builder& builder_;
    Emitter& emit_;
    ir::ExprPool& pool_;
    const int unroll_;
    std::vector<std::vector<Edge>> incoming_;
};

}  // namespace

void lower_thread(LoweredThread& thread, ir::ThreadId id, const InstructionSet& isa,
                  ir::Builder& builder, Emitter& emit, int unroll) {
    ThreadLowering(thread, id, isa, builder, emit, unroll).run();
}

}  // namespace fencepost::frontend::litmus
