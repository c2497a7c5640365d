// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// A second evaluator of models, as slow and as plain as possible: sets of pairs, everything
// from the definitions, recomputed each time. The checker must agree with it.
#pragma once

#include <map>
#include <set>

#include "ir/evaluate.h"
#include "ir/execution.h"
#include "ir/program.h"
#include "models/model.h"

namespace fencepost::models::test {

/// Events by id; initial writes by -1 - index of their location.
using Pairs = std::set<std::pair<int, int>>;

class Naive {
  public:
    Naive(const Model& model, const ir::Program& program, const ir::Execution& execution)
        : model_(model), program_(program), execution_(execution) {
        for (int i = 0; i < static_cast<int>(execution.co.size()); ++i) nodes_.push_back(-1 - i);
        for (int i = 0; i < static_cast<int>(execution.executed.size()); ++i)
            if (execution.executed[event(i)]) nodes_.push_back(i);
    }

    /// A set is returned as the identity on it.
    Pairs evaluate(Term term) {
        if (const auto it = known_.find(term.index); it != known_.end()) return it->second;
        const TermNode& n = model_.terms.node(term);
        if (n.op == TermOp::RecVar && !variables_.contains(n.imm)) solve(n.group);
        Pairs result = compute(n);
        if (!is_solving_) known_[term.index] = result;
        return result;
    }

    bool consistent() {
        for (const Axiom& axiom : model_.axioms) {
            Pairs r = evaluate(axiom.term);
            if (axiom.kind == AxiomKind::Empty && !r.empty()) return false;
            if (axiom.kind == AxiomKind::Acyclic) r = plus(r);
            if (axiom.kind != AxiomKind::Empty)
                for (auto [a, b] : r)
                    if (a == b) return false;
        }
        return true;
    }

  private:
    static ir::EventId event(int node) { return static_cast<ir::EventId>(node); }

    static Pairs seq(const Pairs& r, const Pairs& s) {
        Pairs result;
        for (auto [a, b] : r)
            for (auto it = s.lower_bound({b, INT32_MIN}); it != s.end() && it->first == b; ++it)
                result.insert({a, it->second});
        return result;
    }

    static Pairs plus(Pairs r) {
        while (true) {
            Pairs next = seq(r, r);
            next.insert(r.begin(), r.end());
            if (next == r) return r;
            r = std::move(next);
        }
    }

    Pairs identity() const {
        Pairs result;
        for (int i : nodes_) result.insert({i, i});
        return result;
    }

    void solve(uint32_t group) {
        const bool outer = std::exchange(is_solving_, true);
        for (uint32_t v : model_.terms.groups()[group].variables) variables_[v] = {};
        for (bool is_changed = true; is_changed;) {
            is_changed = false;
            for (uint32_t v : model_.terms.groups()[group].variables) {
                Pairs next = evaluate(model_.terms.variables()[v].body);
                if (next == variables_[v]) continue;
                variables_[v] = std::move(next);
                is_changed = true;
            }
        }
        is_solving_ = outer;
    }

    Pairs compute(const TermNode& n) {
        const Pairs a = n.a.valid() ? evaluate(n.a) : Pairs{};
        const Pairs b = n.b.valid() ? evaluate(n.b) : Pairs{};
        Pairs result;
        switch (n.op) {
            case TermOp::BaseSet:
                for (int i : nodes_)
                    if (i < 0 ? contains_initial_writes(static_cast<BaseSet>(n.imm))
                              : contains(static_cast<BaseSet>(n.imm), program_.event(event(i))))
                        result.insert({i, i});
                break;
            case TermOp::BaseRelation:
                for (int i : nodes_)
                    for (int j : nodes_)
                        if (base(static_cast<BaseRelation>(n.imm), i, j)) result.insert({i, j});
                break;
            case TermOp::EmptySet:
            case TermOp::EmptyRelation:
                break;
            case TermOp::Union:
                result = a;
                result.insert(b.begin(), b.end());
                break;
            case TermOp::Inter:
                for (auto p : a)
                    if (b.contains(p)) result.insert(p);
                break;
            case TermOp::Diff:
                for (auto p : a)
                    if (!b.contains(p)) result.insert(p);
                break;
            case TermOp::Complement:
                for (int i : nodes_)
                    for (int j : nodes_)
                        if ((n.type == Type::Relation || i == j) && !a.contains({i, j}))
                            result.insert({i, j});
                break;
            case TermOp::Seq:
                result = seq(a, b);
                break;
            case TermOp::Plus:
                result = plus(a);
                break;
            case TermOp::Star:
                result = plus(a);
                result.merge(identity());
                break;
            case TermOp::Opt:
                result = a;
                result.merge(identity());
                break;
            case TermOp::Inverse:
                for (auto [x, y] : a) result.insert({y, x});
                break;
            case TermOp::Identity:
                result = a;
                break;
            case TermOp::Product:
                for (auto p : a)
                    for (auto q : b) result.insert({p.first, q.first});
                break;
            case TermOp::Domain:
                for (auto p : a) result.insert({p.first, p.first});
                break;
            case TermOp::Range:
                for (auto p : a) result.insert({p.second, p.second});
                break;
            case TermOp::RecVar:
                result = variables_.at(n.imm);
                break;
        }
        return result;
    }

    bool is_there(const ir::Dependency& d) const {
        if (!execution_.executed[d.read]) return false;
        ir::Evaluator evaluator(program_.exprs());
        for (uint32_t i = 0; i < execution_.value.size(); ++i)
            if (program_.event(i).is_read()) evaluator.set_read(i, execution_.value[i]);
        return evaluator.get(d.guard) != 0;
    }

    bool depends(ir::DepSet set, int read) const {
        for (const ir::Dependency& d : program_.deps().get(set))
            if (d.read == event(read) && is_there(d)) return true;
        return false;
    }

    bool base(BaseRelation relation, int i, int j) const {
        const auto thread = [&](int n) {
            return n < 0 ? -1 : int(program_.event(event(n)).thread);
        };
        const auto place = [&](int n) { return program_.event(event(n)).position; };
        const auto location = [&](int n) -> int {
            if (n < 0) return -1 - n;
            if (!program_.event(event(n)).is_access()) return -1;
            const ir::Location l{execution_.address[event(n)], program_.event(event(n)).size};
            for (size_t k = 0; k < execution_.co.size(); ++k)
                if (execution_.co[k].location == l) return static_cast<int>(k);
            return -1;
        };
        const bool po = i >= 0 && j >= 0 && thread(i) == thread(j) && place(i) < place(j);
        switch (relation) {
            case BaseRelation::Id:
                return i == j;
            case BaseRelation::Po:
                return po;
            case BaseRelation::Loc:
                return location(i) >= 0 && location(i) == location(j);
            case BaseRelation::Int:
                return i >= 0 && thread(i) == thread(j);
            case BaseRelation::Ext:
                return thread(i) != thread(j);
            case BaseRelation::Addr:
                return i >= 0 && j >= 0 && depends(program_.event(event(j)).addr, i);
            case BaseRelation::Data:
                return i >= 0 && j >= 0 && depends(program_.event(event(j)).data, i);
            case BaseRelation::Rmw:
                return i >= 0 && j >= 0 && depends(program_.event(event(j)).rmw, i);
            case BaseRelation::Ctrl:
                for (int k : nodes_)
                    if (i >= 0 && k >= 0 && base(BaseRelation::Po, k, j) &&
                        depends(program_.event(event(k)).ctrl, i))
                        return true;
                return false;
            case BaseRelation::Rf: {
                if (j < 0) return false;
                const ir::EventId source = execution_.rf[event(j)];
                if (source == ir::initial_write) return i == -1 - location(j);
                return i >= 0 && source == event(i);
            }
            case BaseRelation::Co: {
                if (location(i) < 0 || location(i) != location(j) || i == j || j < 0) return false;
                if (!program_.event(event(j)).is_write()) return false;
                if (i < 0) return true;
                if (!program_.event(event(i)).is_write()) return false;
                for (ir::EventId w : execution_.co[size_t(location(i))].writes) {
                    if (w == event(i)) return true;
                    if (w == event(j)) return false;
                }
                return false;
            }
            case BaseRelation::Fr:
                for (int w : nodes_)
                    if (base(BaseRelation::Rf, w, i) && base(BaseRelation::Co, w, j)) return true;
                return false;
        }
        return false;
    }

    const Model& model_;
    const ir::Program& program_;
    const ir::Execution& execution_;
    std::vector<int> nodes_;
    std::map<uint32_t, Pairs> known_;
    std::map<uint32_t, Pairs> variables_;
    bool is_solving_ = false;
};

}  // namespace fencepost::models::test
