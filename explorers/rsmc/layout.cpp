// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Numbering accesses thread by thread in program order serves twice: the explorer considers
// enabled events in this order, and the highest element of a set of program-order
// predecessors is the latest one, which usually has the others among its own predecessors.
#include "explorers/rsmc/layout.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <map>
#include <numeric>

#include "ir/check.h"

namespace fencepost::explorers::traces {

using ir::Event;
using ir::EventId;
using ir::EventKind;

namespace {

Role role(EventKind kind) {
    switch (kind) {
        case EventKind::Lock:
            return Role::Lock;
        case EventKind::Take:
            return Role::Take;
        case EventKind::Unlock:
            return Role::Unlock;
        default:
            return Role::None;
    }
}

FenceClass fence_class(ir::FenceKind kind) {
    switch (kind) {
        case ir::FenceKind::Sync:
        case ir::FenceKind::Mfence:
        case ir::FenceKind::Full:
            return FenceClass::Strong;
        case ir::FenceKind::Lwsync:
            return FenceClass::Lwsync;
        case ir::FenceKind::Eieio:
        case ir::FenceKind::Sfence:
            return FenceClass::WriteWrite;
        case ir::FenceKind::Isync:
            return FenceClass::Isync;
        case ir::FenceKind::Lfence:
        case ir::FenceKind::C11:
            return FenceClass::Nothing;
    }
    return FenceClass::Nothing;
}

}  // namespace

Layout::Layout(const ir::Program& p, uint64_t seed, bool is_atomic, bool is_tame,
               const std::function<void()>& poll)
    : program(p), access_of(p.events().size(), none) {
    const ir::ExprPool& pool = p.exprs();
    for (uint32_t i = 0; i < pool.size(); ++i) {
        const ir::ExprNode& node = pool.node(ir::Expr{i});
        if (node.op == ir::Op::Final)
            finals.push_back({node.imm, static_cast<uint8_t>(node.width / 8)});
    }
    std::sort(finals.begin(), finals.end());
    finals.erase(std::unique(finals.begin(), finals.end()), finals.end());

    number_accesses(seed);
    for (const ir::Thread& thread : p.threads()) {
        std::unordered_map<uint32_t, EventId> guards;
        steps.emplace_back();
        for (EventId id : thread.events) {
            poll();
            steps.back().push_back(make_step(id, guards));
            guards.try_emplace(p.event(id).guard.index, id);
            const auto here = static_cast<uint32_t>(steps.back().size() - 1);
            if (p.event(id).is_access()) accesses[access_of[id]] = make_access(id, here);
            if (is_atomic && !p.event(id).rmw.empty()) has_rmw = true;
            if (is_atomic && is_tame && p.event(id).kind == EventKind::Lock) has_locks = true;
            if (p.event(id).kind == EventKind::Assert)
                assertions.emplace_back(static_cast<uint32_t>(steps.size() - 1), here);
        }
        find_blocks(steps.back());
    }
    for (uint32_t a = 0; a < accesses.size(); ++a)
        for (const LayoutDependency& d : accesses[a].rmw) accesses[d.read].rmw_writes.push_back(a);
    find_wakes();
    find_sinks();
    for (const std::vector<Step>& thread : steps) check_recorded(thread, poll);
    if (has_rmw) find_joined();
    // At the end every guard is known.
    std::unordered_map<uint32_t, EventId> guards;
    for (EventId id = 0; id < p.events().size(); ++id)
        guards.try_emplace(p.event(id).guard.index, id);
    const auto finish = [&](ir::Expr e) { return Formula({p, guards, finals}, e); };
    for (const ir::Thread& thread : p.threads()) completed.push_back(finish(thread.completed));
    for (const ir::Cut& cut : p.cuts()) cuts.push_back(finish(cut.guard));
    for (const ir::Observed& item : p.observed()) observed.push_back(finish(item.value));
    if (p.condition()) proposition = finish(p.condition()->proposition);
}

void Layout::number_accesses(uint64_t seed) {
    std::vector<uint32_t> order(program.threads().size());
    std::iota(order.begin(), order.end(), 0);
    for (size_t k = order.size(); seed != 0 && k > 1; --k) {
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        std::swap(order[k - 1], order[(seed >> 33) % k]);
    }
    uint32_t count = 0;
    for (uint32_t t : order)
        for (EventId id : program.threads()[t].events)
            if (program.event(id).is_access()) access_of[id] = count++;
    accesses.resize(count);
}

Formula Layout::compile(ir::Expr expression) const {
    static const std::unordered_map<uint32_t, EventId> no_guards;
    return Formula({program, no_guards, finals}, expression);
}

std::vector<LayoutDependency> Layout::dependencies(ir::DepSet set) const {
    std::vector<LayoutDependency> result;
    for (const ir::Dependency& d : program.deps().get(set))
        result.push_back({access_of[d.read], compile(d.guard)});
    return result;
}

namespace {

/// Which of some guards follow from a guard, by its structure: a conjunction implies what
/// either side implies, a disjunction what both do. Only the latest ones are kept, so that
/// long threads do not cost much.
class Implications {
  public:
    /// `guards`: nodes, each with a number.
    Implications(const ir::ExprPool& pool, const std::map<uint32_t, uint32_t>& guards)
        : pool_(pool), guards_(guards) {}

    /// Falling.
    const std::vector<uint32_t>& of(uint32_t root) {
        std::vector<uint32_t> todo{root};
        while (!todo.empty()) {
            const uint32_t index = todo.back();
            if (known_.contains(index)) {
                todo.pop_back();
                continue;
            }
            const ir::ExprNode& node = pool_.node(ir::Expr{index});
            const bool is_inner = node.op == ir::Op::And || node.op == ir::Op::Or;
            const size_t before = todo.size();
            if (is_inner)
                for (uint32_t operand : {node.a.index, node.b.index})
                    if (!known_.contains(operand)) todo.push_back(operand);
            if (todo.size() == before) known_[index] = combine(index, node, is_inner);
        }
        return known_[root];
    }

  private:
    static constexpr size_t kept = 32;

    std::vector<uint32_t> combine(uint32_t index, const ir::ExprNode& node, bool is_inner) const {
        std::vector<uint32_t> result;
        if (is_inner) {
            const auto &a = known_.at(node.a.index), &b = known_.at(node.b.index);
            const auto out = std::back_inserter(result);
            if (node.op == ir::Op::And)
                std::set_union(a.begin(), a.end(), b.begin(), b.end(), out, std::greater{});
            else
                std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), out, std::greater{});
        }
        if (const auto it = guards_.find(index); it != guards_.end()) {
            const auto at =
                std::lower_bound(result.begin(), result.end(), it->second, std::greater{});
            if (at == result.end() || *at != it->second) result.insert(at, it->second);
        }
        if (result.size() > kept) result.resize(kept);
        return result;
    }

    const ir::ExprPool& pool_;
    const std::map<uint32_t, uint32_t>& guards_;
    std::map<uint32_t, std::vector<uint32_t>> known_;
};

}  // namespace

void Layout::find_blocks(std::vector<Step>& thread) const {
    const auto guard = [&](uint32_t k) { return program.event(thread[k].event).guard.index; };
    std::map<uint32_t, uint32_t> blocks;
    const auto count = static_cast<uint32_t>(thread.size());
    for (uint32_t k = count; k-- > 0;) {
        thread[k].block_end =
            k + 1 < count && guard(k) == guard(k + 1) ? thread[k + 1].block_end : k + 1;
        thread[k].starts_block = k == 0 || guard(k - 1) != guard(k);
        if (thread[k].starts_block) blocks[guard(k)] = k;  // in the end the first of its guard
    }
    Implications implications(program.exprs(), blocks);
    for (uint32_t k = 0; k < count; ++k) {
        if (!thread[k].starts_block) continue;
        for (uint32_t earlier : implications.of(guard(k))) {
            if (earlier >= k) continue;
            thread[k].dominator = earlier;
            break;
        }
    }
}

void Layout::find_wakes() {
    for (uint32_t t = 0; t < steps.size(); ++t) {
        const auto note = [&](const Formula& formula) {
            for (EventId read : formula.reads()) {
                AccessLayout& access = accesses[access_of[read]];
                if (access.thread != t && (access.wakes.empty() || access.wakes.back() != t))
                    access.wakes.push_back(t);
            }
        };
        for (const Step& step : steps[t]) {
            note(step.guard);
            for (const LayoutDependency& d : step.ctrl) note(d.guard);
            if (step.access == none) continue;
            for (const auto* list : {&accesses[step.access].addr, &accesses[step.access].data})
                for (const LayoutDependency& d : *list) note(d.guard);
        }
    }
}

void Layout::find_sinks() {
    const auto location = [&](const AccessLayout& a) {
        return ir::Location{a.address.constant(), a.size};
    };
    std::map<ir::Location, bool> is_sink;
    for (const AccessLayout& a : accesses) {
        if (!a.address.is_constant()) return;
        is_sink[location(a)] = true;
    }
    for (size_t k = 0; k + 1 < accesses.size(); ++k) {
        const AccessLayout &a = accesses[k], &next = accesses[k + 1];
        if (a.thread == next.thread && location(a) != location(next)) is_sink[location(a)] = false;
    }
    for (AccessLayout& a : accesses) a.is_sink = is_sink[location(a)];
}

Step Layout::make_step(EventId id, const std::unordered_map<uint32_t, EventId>& guards) {
    const Event& e = program.event(id);
    Step step{.event = id,
              .access = access_of[id],
              .is_fence = e.is_fence(),
              .fence = e.is_fence() ? fence_class(e.fence) : FenceClass::Nothing,
              .guard = Formula({program, guards, finals}, e.guard),
              .ctrl = dependencies(e.ctrl),
              .value = {}};
    if (!e.is_read() && e.value.valid()) step.value = compile(e.value);
    if (step.is_fence && step.fence != FenceClass::Isync && step.fence != FenceClass::Nothing)
        has_ordering_fence = true;
    return step;
}

void Layout::check_recorded(const std::vector<Step>& thread, const std::function<void()>& poll) {
    std::vector<uint8_t> control(program.events().size(), false);
    for (const Step& step : thread) {
        poll();
        const Event& e = program.event(step.event);
        using Dependencies = std::vector<LayoutDependency>;
        const auto missing = [&](ir::Expr expression, const Dependencies& recorded) {
            std::vector<uint32_t> result;
            const Formula formula = compile(expression);
            for (EventId r : formula.reads()) {
                const bool is_recorded =
                    control[r] || program.event(r).thread != e.thread ||
                    std::any_of(recorded.begin(), recorded.end(),
                                [&](const auto& d) { return d.read == access_of[r]; });
                if (!is_recorded) result.push_back(access_of[r]);
            }
            return result;
        };
        const auto has_known_guards = [&](const ir::DepSet& set) {
            const auto& all = program.deps().get(set);
            return std::all_of(all.begin(), all.end(),
                               [&](const auto& d) { return missing(d.guard, {}).empty(); });
        };
        bool is_fine =
            has_known_guards(e.addr) && has_known_guards(e.data) && has_known_guards(e.ctrl);
        std::vector<uint32_t> own_control = missing(e.guard, {});
        if (step.access != none) {
            AccessLayout& access = accesses[step.access];
            is_fine = is_fine && missing(e.address, access.addr).empty();
            if (e.is_write()) is_fine = is_fine && missing(e.value, access.data).empty();
            if (access.addr.empty()) access.own_control = std::move(own_control);
        }
        if (!is_fine || !own_control.empty()) unrecorded = step.event;
        for (const LayoutDependency& d : step.ctrl) control[accesses[d.read].event] = true;
    }
}

AccessLayout Layout::make_access(EventId id, uint32_t step) const {
    const Event& e = program.event(id);
    AccessLayout access{
        .event = id,
        .thread = e.thread,
        .role = role(e.kind),
        .is_write = e.is_write(),
        .is_exclusive = e.exclusive,
        .is_sink = false,
        .waits = e.kind == EventKind::ThreadBegin || e.kind == EventKind::ThreadJoin,
        .awaited = none,
        .size = e.size,
        .step = step,
        .address = compile(e.address),
        .support = {},
        .own_control = {},
        .addr = dependencies(e.addr),
        .data = dependencies(e.data),
        .rmw = dependencies(e.rmw),
        .rmw_writes = {},
        .joined = none,
        .wakes = {}};
    for (ir::Expr part : {e.guard, e.address, e.is_write() ? e.value : e.guard}) {
        const Formula formula = compile(part);
        for (EventId read : formula.reads()) access.support.push_back(access_of[read]);
    }
    std::sort(access.support.begin(), access.support.end());
    access.support.erase(std::unique(access.support.begin(), access.support.end()),
                         access.support.end());
    if (access.waits) {
        const EventKind source =
            e.kind == EventKind::ThreadBegin ? EventKind::ThreadCreate : EventKind::ThreadEnd;
        for (EventId other = 0; other < program.events().size(); ++other) {
            const Event& w = program.event(other);
            if (w.kind == source && w.target == e.target && w.address == e.address)
                access.awaited = access_of[other];
        }
        CHECK(access.awaited != none, "a begin or join should have its write");
    }
    return access;
}

}  // namespace fencepost::explorers::traces
