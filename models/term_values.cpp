// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Demand-driven, incremental evaluation of terms. For each term: when was it last brought up
// to date (computed_), and when did its value last become another one (changed_)? A term is
// recomputed iff an operand's changed_ is later than its own computed_. A result equal to
// the old one leaves changed_ alone, which stops the wave there.
//
// Recursion groups start from empty variables and are iterated until nothing changes; a
// variable takes its body's new value at once, and the same time stamps restrict each
// round to what depends on variables that grew. Bodies are monotone (the parser sees to
// it), so this ends in the least fixpoint.
#include "models/term_values.h"

#include <algorithm>

#include "ir/check.h"

namespace fencepost::models {

TermValues::TermValues(const Model& model, const ir::Program& program)
    : model_(model),
      graph_(program),
      values_(model.terms.size()),
      changed_(model.terms.size(), 0),
      computed_(model.terms.size(), 0),
      solved_(model.terms.groups().size(), 0),
      old_values_(model.terms.variables().size()) {}

Schedule TermValues::schedule(Term term) const {
    const TermPool& pool = model_.terms;
    std::vector<uint8_t> is_needed(pool.size(), 0), is_group_needed(pool.groups().size(), 0);
    std::vector<Term> todo{term};
    while (!todo.empty()) {
        const Term t = todo.back();
        todo.pop_back();
        if (is_needed[t.index]) continue;
        is_needed[t.index] = 1;
        const TermNode& n = pool.node(t);
        for (Term operand : {n.a, n.b})
            if (operand.valid()) todo.push_back(operand);
        if (n.op == TermOp::RecVar) todo.push_back(pool.variables()[n.imm].body);
        if (n.group == no_group || is_group_needed[n.group]) continue;
        // A group is solved as a whole, so that "solved" means the same in all schedules.
        is_group_needed[n.group] = 1;
        for (uint32_t i = 0; i < pool.groups()[n.group].end; ++i)
            if (pool.node(Term{i}).group == n.group) todo.push_back(Term{i});
    }
    // Terms in order; a group when everything that was made inside it has been seen.
    Schedule result;
    std::vector<Term> inside;
    uint32_t group = no_group;
    const auto flush = [&] {
        if (group != no_group) result.push_back({group, std::move(inside)});
        inside.clear();
        group = no_group;
    };
    for (uint32_t i = 0; i < pool.size(); ++i) {
        if (group != no_group && i >= pool.groups()[group].end) flush();
        const TermNode& n = pool.node(Term{i});
        if (!is_needed[i] || n.op == TermOp::BaseSet || n.op == TermOp::BaseRelation) continue;
        if (n.group == no_group) {
            result.push_back({no_group, {Term{i}}});
        } else {
            CHECK(group == no_group || group == n.group, "groups should not interleave");
            group = n.group;
            inside.push_back(Term{i});
        }
    }
    flush();
    return result;
}

void TermValues::set_execution(const ir::Execution& execution) {
    graph_.update(execution, ++clock_);
}

void TermValues::run(const Schedule& schedule) {
    for (const Step& step : schedule) {
        if (step.group == no_group)
            refresh(step.terms[0]);
        else if (needs_solving(step))
            solve(step);
    }
}

const BitMatrix& TermValues::get(Term term) {
    const TermNode& n = model_.terms.node(term);
    if (n.op == TermOp::BaseRelation) return graph_.get(static_cast<BaseRelation>(n.imm));
    if (n.op == TermOp::BaseSet) return graph_.get(static_cast<BaseSet>(n.imm));
    return values_[term.index];
}

/// Every value has the shape of the execution, so a new skeleton changes all of them.
uint64_t TermValues::changed(Term term) const {
    const TermNode& n = model_.terms.node(term);
    if (n.op == TermOp::BaseRelation) return graph_.changed(static_cast<BaseRelation>(n.imm));
    return std::max(changed_[term.index], graph_.skeleton_changed());
}

void TermValues::refresh(Term term) {
    const TermNode& n = model_.terms.node(term);
    uint64_t newest = graph_.skeleton_changed();
    if (n.a.valid()) newest = std::max(newest, changed(n.a));
    if (n.b.valid()) newest = std::max(newest, changed(n.b));
    if (newest <= computed_[term.index]) return;
    compute(term, scratch_);
    if (scratch_ != values_[term.index]) {
        std::swap(scratch_, values_[term.index]);
        changed_[term.index] = clock_;
    }
    computed_[term.index] = clock_;
}

void TermValues::compute(Term term, BitMatrix& into) {
    const TermNode& n = model_.terms.node(term);
    const uint32_t size = graph_.size();
    switch (n.op) {
        case TermOp::EmptySet:
            into.reset(1, size);
            return;
        case TermOp::EmptyRelation:
            into.reset(size, size);
            return;
        case TermOp::Union:
            into = get(n.a);
            into.unite(get(n.b));
            return;
        case TermOp::Inter:
            into = get(n.a);
            into.intersect(get(n.b));
            return;
        case TermOp::Diff:
            into = get(n.a);
            into.subtract(get(n.b));
            return;
        case TermOp::Complement:
            into = get(n.a);
            into.complement();
            return;
        case TermOp::Seq:
            into.assign_seq(get(n.a), get(n.b));
            return;
        case TermOp::Plus:
            into = get(n.a);
            into.close();
            return;
        case TermOp::Star:
            into = get(n.a);
            into.close();
            into.add_identity();
            return;
        case TermOp::Opt:
            into = get(n.a);
            into.add_identity();
            return;
        case TermOp::Inverse:
            into.assign_inverse(get(n.a));
            return;
        case TermOp::Identity:
            into.assign_identity(get(n.a));
            return;
        case TermOp::Product:
            into.assign_product(get(n.a), get(n.b));
            return;
        case TermOp::Domain:
            into.assign_domain(get(n.a));
            return;
        case TermOp::Range:
            into.assign_range(get(n.a));
            return;
        case TermOp::BaseSet:
        case TermOp::BaseRelation:
        case TermOp::RecVar:
            break;
    }
    CHECK(false, "base terms and recursion variables should not be computed");
}

bool TermValues::needs_solving(const Step& step) const {
    const uint64_t solved = solved_[step.group];
    if (graph_.skeleton_changed() > solved) return true;
    const auto is_newer = [&](Term operand) {
        return operand.valid() && model_.terms.node(operand).group != step.group &&
               changed(operand) > solved;
    };
    return std::any_of(step.terms.begin(), step.terms.end(), [&](Term t) {
        const TermNode& n = model_.terms.node(t);
        if (n.op == TermOp::RecVar) return is_newer(model_.terms.variables()[n.imm].body);
        return is_newer(n.a) || is_newer(n.b);
    });
}

void TermValues::solve(const Step& step) {
    const TermPool& pool = model_.terms;
    // The stamps that variables get back if they end where they were.
    const bool is_new_shape = graph_.skeleton_changed() > solved_[step.group];
    std::vector<std::pair<Term, uint64_t>>& before = saved_;
    before.clear();
    ++clock_;
    for (Term t : step.terms) {
        if (pool.node(t).op != TermOp::RecVar) continue;
        before.push_back({t, changed_[t.index]});
        std::swap(old_values_[pool.node(t).imm], values_[t.index]);
        values_[t.index].reset(graph_.size(), graph_.size());
        changed_[t.index] = clock_;
    }
    for (const auto& [variable, stamp] : before) {
        const Term body = pool.variables()[pool.node(variable).imm].body;
        if (pool.node(body).group != step.group) update_variable(variable, body);
    }
    bool is_stable = false;
    while (!is_stable) {
        is_stable = true;
        for (Term t : step.terms) {
            if (pool.node(t).op != TermOp::RecVar) refresh(t);
            for (const auto& [variable, stamp] : before) {
                const Term body = pool.variables()[pool.node(variable).imm].body;
                if (body == t && update_variable(variable, body)) is_stable = false;
            }
        }
    }
    for (const auto& [variable, stamp] : before)
        if (!is_new_shape && old_values_[pool.node(variable).imm] == values_[variable.index])
            changed_[variable.index] = stamp;
    solved_[step.group] = clock_;
}

bool TermValues::update_variable(Term variable, Term body) {
    const BitMatrix& value = get(body);
    if (values_[variable.index] == value) return false;
    values_[variable.index] = value;
    changed_[variable.index] = ++clock_;
    return true;
}

}  // namespace fencepost::models
