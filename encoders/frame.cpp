// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Guards are compared as sets of conjuncts: a smaller set is implied by a larger one, and two
// sets that contain a condition and its negation exclude each other. That is enough for the
// guards that frontends make.
//
// rf and co are cut down by coherence, if the model has it (Gavrilenko, Ponce de León,
// Furbach, Heljanko, Meyer: "BMC for Weak Memory Models: Relation Analysis for Compact SMT
// Encodings", CAV 2019): a read does not read from a later write of its thread, nor from one
// that its own thread has surely overwritten, and writes of one thread and location are
// ordered as in the thread.
#include "encoders/frame.h"

#include <algorithm>
#include <map>

namespace fencepost::encoders {

using ir::Event;
using ir::Expr;
using ir::Op;

Frame::Frame(const ir::Program& program, const Plan& plan, const std::function<void()>& poll)
    : program_(program), events_(static_cast<uint32_t>(program.events().size())) {
    ValueSets sets = find_value_sets(program);
    addresses_ = std::move(sets.addresses);
    values_ = std::move(sets.reads);
    if (plan.facts().needs_initial_writes()) find_locations();
    nodes_ = events_ + static_cast<uint32_t>(locations_.size());
    find_guards(poll);
    find_aliases(poll);
    for (EventId id = 0; id < events_; ++id) {
        if (never_[id]) continue;
        if (program.event(id).is_read()) reads_.push_back(id);
        if (program.event(id).is_write()) writes_.push_back(id);
    }
    find_sources(plan.is_coherent(), poll);
    find_co(plan.is_coherent());
    if (plan.is_coherent() && plan.facts().implies_atomicity()) sections_.find(*this);
}

namespace {

/// Conjuncts of a guard, sorted.
std::vector<Expr> conjuncts(const ir::ExprPool& pool, Expr guard) {
    std::vector<Expr> result, stack{guard};
    while (!stack.empty()) {
        const Expr e = stack.back();
        stack.pop_back();
        if (pool.node(e).op == Op::And) {
            stack.push_back(pool.node(e).a);
            stack.push_back(pool.node(e).b);
        } else if (!pool.is_true(e)) {
            result.push_back(e);
        }
    }
    std::sort(result.begin(), result.end());
    result.erase(std::unique(result.begin(), result.end()), result.end());
    return result;
}

bool is_contradiction(const ir::ExprPool& pool, const std::vector<Expr>& a,
                      const std::vector<Expr>& b) {
    for (Expr e : a) {
        const ir::ExprNode& node = pool.node(e);
        if (node.op == Op::Not && std::binary_search(b.begin(), b.end(), node.a)) return true;
    }
    return false;
}

}  // namespace

void Frame::find_guards(const std::function<void()>& poll) {
    const ir::ExprPool& pool = program_.exprs();
    never_.assign(nodes_, 0);
    always_.assign(nodes_, 0);
    std::map<Expr, uint32_t> index;
    std::vector<std::vector<Expr>> sets;
    std::vector<uint32_t> guard(events_, 0);
    for (EventId id = 0; id < events_; ++id) {
        const Expr g = program_.event(id).guard;
        always_[id] = pool.is_true(g);
        never_[id] = pool.is_false(g);
        all_always_ = all_always_ && always_[id];
        if (always_[id] || never_[id]) continue;
        const auto [at, is_new] = index.try_emplace(g, sets.size());
        if (is_new) sets.push_back(conjuncts(pool, g));
        guard[id] = at->second;
    }
    for (uint32_t k = 0; k < locations_.size(); ++k)
        for (EventId id = 0; id < events_; ++id)
            if (always_[id] && has_constant_address(id) &&
                locations_[k] == ir::Location{(*addresses_[id])[0], program_.event(id).size})
                always_[events_ + k] = 1;
    for (uint32_t i = events_; i < nodes_; ++i) all_always_ = all_always_ && always_[i];
    if (all_always_) return;

    const size_t n = sets.size();
    std::vector<uint8_t> sub(n * n), contra(n * n);
    for (size_t i = 0; i < n; ++i) {
        poll();
        for (size_t k = 0; k < n; ++k) {
            sub[i * n + k] =
                std::includes(sets[i].begin(), sets[i].end(), sets[k].begin(), sets[k].end());
            contra[i * n + k] = is_contradiction(pool, sets[i], sets[k]) ||
                                is_contradiction(pool, sets[k], sets[i]);
            if (contra[i * n + k]) has_exclusions_ = true;
        }
    }
    implies_.reset(nodes_, nodes_);
    excludes_.reset(nodes_, nodes_);
    for (uint32_t i = 0; i < nodes_; ++i) {
        for (uint32_t k = 0; k < nodes_; ++k) {
            if (i == k || always_[k]) {
                implies_.set(i, k);
            } else if (is_initial(i) || always_[i] || never_[i] || never_[k]) {
                continue;
            } else if (is_initial(k)) {
                if (program_.event(i).is_access() && has_constant_address(i) &&
                    location(k) == ir::Location{(*addresses_[i])[0], program_.event(i).size})
                    implies_.set(i, k);
            } else {
                const size_t at = guard[i] * n + guard[k];
                if (sub[at]) implies_.set(i, k);
                if (contra[at]) excludes_.set(i, k);
            }
        }
    }
    implied_by_.assign_inverse(implies_);
}

void Frame::find_locations() {
    for (EventId id = 0; id < events_; ++id) {
        const Event& e = program_.event(id);
        if (!e.is_access() || program_.exprs().is_false(e.guard) || !addresses_[id]) continue;
        for (uint64_t address : *addresses_[id]) locations_.push_back({address, e.size});
    }
    std::sort(locations_.begin(), locations_.end());
    locations_.erase(std::unique(locations_.begin(), locations_.end()), locations_.end());
}

bool Frame::must_share(EventId a, EventId b) const {
    const Event &x = program_.event(a), &y = program_.event(b);
    return x.size == y.size &&
           (a == b || x.address == y.address ||
            (has_constant_address(a) && has_constant_address(b) && addresses_[a] == addresses_[b]));
}

bool Frame::may_share(EventId a, EventId b) const {
    return program_.event(a).size == program_.event(b).size &&
           (must_share(a, b) || may_meet(addresses_[a], addresses_[b]));
}

void Frame::find_aliases(const std::function<void()>& poll) {
    may_alias_.reset(events_, events_);
    must_alias_.reset(events_, events_);
    for (EventId i = 0; i < events_; ++i) {
        if (!program_.event(i).is_access() || never_[i]) continue;
        poll();
        for (EventId j = 0; j < events_; ++j) {
            if (!program_.event(j).is_access() || never_[j] || excludes(i, j)) continue;
            if (must_share(i, j)) must_alias_.set(i, j);
            if (may_share(i, j)) may_alias_.set(i, j);
        }
    }
}

/// The thread of the write, which is that of the read, surely writes again in between.
bool Frame::is_overwritten(EventId write, EventId read) const {
    const std::vector<EventId>& events = program_.threads()[program_.event(write).thread].events;
    for (uint32_t i = program_.event(write).position + 1; i < program_.event(read).position; ++i) {
        const EventId other = events[i];
        if (program_.event(other).is_write() && !never_[other] && must_alias_.get(other, read) &&
            (implies(write, other) || implies(read, other)))
            return true;
    }
    return false;
}

void Frame::find_sources(bool coherent, const std::function<void()>& poll) {
    sources_.resize(events_);
    for (EventId r : reads_) {
        poll();
        const ir::EventKind kind = program_.event(r).kind;
        Sources& sources = sources_[r];
        sources.initial = kind != ir::EventKind::ThreadBegin && kind != ir::EventKind::ThreadJoin;
        for (EventId w : writes_) {
            if (!may_alias_.get(w, r)) continue;
            if (coherent && is_before(r, w)) continue;
            if (coherent && is_before(w, r)) {
                if (must_alias_.get(w, r) && implies(r, w)) sources.initial = false;
                if (is_overwritten(w, r)) continue;
            }
            sources.writes.push_back(w);
        }
    }
}

void Frame::find_co(bool coherent) {
    may_co_.reset(events_, events_);
    must_co_.reset(events_, events_);
    for (EventId a : writes_) {
        for (EventId b : writes_) {
            if (a == b || !may_alias_.get(a, b) || (coherent && is_before(b, a))) continue;
            may_co_.set(a, b);
            if (coherent && is_before(a, b) && must_alias_.get(a, b)) must_co_.set(a, b);
        }
    }
}

}  // namespace fencepost::encoders
