// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Vertex elimination (Rankooh and Rintanen, "Propositional Encodings of Acyclicity and
// Reachability by Using Vertex Elimination", AAAI 2022). Vertices are removed one by one; when
// x goes, each path u -> x -> v is replaced by an arc u -> v, which is there if both steps
// are. A cycle shrinks with each of its vertices that goes, until it is u -> x -> u, and that
// is forbidden. Removing the vertex with fewest paths through it first keeps arcs few.
//
// Arcs are literals: those of edges where possible, fresh variables where several ways lead
// from u to v. A fresh variable may only be implied, so an edge's literal must not stand for
// an arc that gets a second way: it is replaced by a fresh variable then.
//
// Steps are recorded first and written last, so that nothing is left behind when the limit is
// passed.
#include <algorithm>
#include <array>
#include <unordered_map>

#include "encoders/acyclic_cnf.h"

namespace fencepost::encoders {

namespace {

class Elimination {
  public:
    Elimination(const OrderGraph& graph, Gates& gates, size_t limit)
        : gates_(gates), limit_(limit), out_(graph.nodes), in_(graph.nodes) {
        for (const OrderEdge& e : graph.edges) add_edge(e);
    }

    bool run() {
        std::vector<uint32_t> left(out_.size());
        for (uint32_t i = 0; i < left.size(); ++i) left[i] = i;
        while (!left.empty()) {
            size_t best = 0;
            uint64_t cost = UINT64_MAX;
            for (size_t i = 0; i < left.size() && cost > 0; ++i) {
                const uint64_t paths = uint64_t{out_[left[i]].size()} * in_[left[i]].size();
                if (paths >= cost) continue;
                cost = paths;
                best = i;
            }
            gates_.poll();
            eliminate(left[best]);
            if (clauses_.size() > limit_) return false;
            left[best] = left.back();
            left.pop_back();
        }
        // Placeholders for variables become variables.
        std::vector<Lit> fresh(static_cast<size_t>(variables_));
        for (Lit& variable : fresh) variable = gates_.fresh();
        for (auto& clause : clauses_) {
            for (Lit& literal : clause) {
                if (literal >= first_placeholder)
                    literal = fresh[static_cast<size_t>(literal - first_placeholder)];
                else if (literal <= -first_placeholder)
                    literal = -fresh[static_cast<size_t>(-literal - first_placeholder)];
            }
            gates_.add(clause);
        }
        return true;
    }

  private:
    static constexpr Lit first_placeholder = 1 << 29;

    struct Arc {
        Lit literal;
        /// A variable of ours, which may be implied.
        bool is_own;
    };

    static uint64_t key(uint32_t u, uint32_t v) { return uint64_t{u} << 32 | v; }
    Lit new_variable() { return first_placeholder + variables_++; }

    void add_edge(const OrderEdge& e) {
        const auto [it, is_new] = arcs_.try_emplace(key(e.from, e.to), Arc{e.literal, false});
        if (is_new) return connect(e.from, e.to);
        if (it->second.literal != e.literal) imply(it->second, {e.literal, true_lit});
    }

    void connect(uint32_t u, uint32_t v) {
        out_[u].push_back(v);
        in_[v].push_back(u);
    }

    /// Both parts imply the arc.
    void imply(Arc& arc, std::pair<Lit, Lit> parts) {
        if (arc.literal == true_lit || arc.literal == parts.first || arc.literal == parts.second)
            return;
        if (parts.first == true_lit && parts.second == true_lit) {
            arc = {true_lit, false};
            return;
        }
        if (!arc.is_own) {
            const Lit variable = new_variable();
            add({-arc.literal, variable, false_lit});
            arc = {variable, true};
        }
        add({-parts.first, -parts.second, arc.literal});
    }

    void add(std::array<Lit, 3> clause) { clauses_.push_back(clause); }

    void eliminate(uint32_t x) {
        for (uint32_t u : in_[x]) std::erase(out_[u], x);
        for (uint32_t v : out_[x]) std::erase(in_[v], x);
        for (uint32_t u : in_[x]) {
            if (u == x) {
                add({-arcs_.at(key(x, x)).literal, false_lit, false_lit});
                continue;
            }
            const Lit first = arcs_.at(key(u, x)).literal;
            for (uint32_t v : out_[x]) {
                if (v == x) continue;
                const Lit second = arcs_.at(key(x, v)).literal;
                if (first == -second) continue;
                if (u == v) {
                    add({-first, -second, false_lit});
                    continue;
                }
                const auto [it, is_new] = arcs_.try_emplace(key(u, v), Arc{0, false});
                if (!is_new) {
                    imply(it->second, {first, second});
                    continue;
                }
                connect(u, v);
                if (first == true_lit || second == true_lit) {
                    it->second.literal = first == true_lit ? second : first;
                } else {
                    it->second = {new_variable(), true};
                    add({-first, -second, it->second.literal});
                }
            }
            if (clauses_.size() > limit_) return;
        }
    }

    Gates& gates_;
    const size_t limit_;
    std::vector<std::vector<uint32_t>> out_, in_;
    std::unordered_map<uint64_t, Arc> arcs_;
    std::vector<std::array<Lit, 3>> clauses_;
    Lit variables_ = 0;
};

}  // namespace

bool encode_by_elimination(const OrderGraph& graph, Gates& gates, size_t limit) {
    return Elimination(graph, gates, limit).run();
}

}  // namespace fencepost::encoders
