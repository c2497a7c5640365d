// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// irreflexive(first;rest) with paths in the product graph. First steps x -> y are grouped by
// what they lead to, (q, y). From there, one-sided reachability:
//
//     T(q, y)        T(u) & step(u, v) -> T(v)        first(x, y) -> not T(accepting, x)
//
// for each group. Only nodes on a path from (q, y) to an accepting (s, x) get variables, and
// those that sure steps reach from (q, y) need none: they are reached. So in POWER's
// observation axiom, irreflexive(fre;prop;hb*), a search starts at each write that some read
// may miss, and what fences and dependencies alone reach costs nothing.
//
// That is (writes) x (edges) clauses. When they are too many, the graph is kept with one literal
// for each edge and searched only when a solution is there; a path that is closed becomes a
// clause over the literals on it, with as few of them as possible.
#include "encoders/reachability.h"

#include <algorithm>
#include <deque>
#include <map>

namespace fencepost::encoders {

namespace {

class Returns {
  public:
    Returns(const Automaton& automaton, Product& product, uint32_t nodes, Gates& gates)
        : automaton_(automaton),
          product_(product),
          nodes_(nodes),
          gates_(gates),
          forward_(automaton.states * nodes, 0),
          backward_(forward_.size(), 0),
          reached_(forward_.size(), 0) {}

    std::optional<ReturnGraph> run(const ReturnOptions& options,
                                   const std::function<void()>& poll) {
        for (uint32_t x = 0; x < nodes_; ++x)
            product_.for_each_step(0, x, [&](uint32_t t, uint32_t y) {
                groups_[product_.transition(t).to * nodes_ + y].push_back({t, x, y});
            });
        if (options.lazy_from != 0 && is_large(options.lazy_from, poll)) return lazy(poll);
        for (const auto& [start, firsts] : groups_) {
            poll();
            if (find_paths(start, firsts)) encode(start, firsts);
        }
        return std::nullopt;
    }

  private:
    struct First {
        uint32_t transition, from, to;
    };
    struct Edge {
        uint32_t from, to, transition;
        auto operator<=>(const Edge&) const = default;
    };

    bool is_large(size_t limit, const std::function<void()>& poll) {
        // All edges, once for each group, are more than enough.
        size_t edges = 0;
        for (uint32_t u = 0; u < forward_.size(); ++u)
            product_.for_each_step(u / nodes_, u % nodes_, [&](uint32_t, uint32_t) { ++edges; });
        if (edges * groups_.size() <= limit) return false;
        size_t clauses = 0;
        for (const auto& [start, firsts] : groups_) {
            poll();
            if (!find_paths(start, firsts)) continue;
            for (const Edge& e : edges_)
                if (is_on_path(e)) ++clauses;
            if (clauses > limit) return true;
        }
        return false;
    }

    bool is_on_path(const Edge& e) const {
        return backward_[e.from] == epoch_ && backward_[e.to] == epoch_;
    }

    template <class Visit>
    void for_each_end(const std::vector<First>& firsts, const std::vector<uint32_t>& marks,
                      Visit visit) {
        for (const First& first : firsts) {
            for (const Accept& accept : automaton_.accepts) {
                const uint32_t end = accept.state * nodes_ + first.from;
                if (marks[end] == epoch_ && product_.may_pass(accept.filter, first.from))
                    visit(first, accept, end);
            }
        }
    }

    std::optional<ReturnGraph> lazy(const std::function<void()>& poll) {
        ReturnGraph graph;
        graph.edges.resize(forward_.size());
        std::vector<Edge> needed;
        for (const auto& [start, firsts] : groups_) {
            poll();
            if (!find_paths(start, firsts)) continue;
            for (const Edge& e : edges_)
                if (is_on_path(e)) needed.push_back(e);
            if (needed.size() > 4 * forward_.size()) remove_repeated(needed);
            ReturnGraph::Start& s = graph.starts.emplace_back();
            s.node = start;
            for_each_end(firsts, backward_, [&](const First& first, const Accept& a, uint32_t end) {
                s.ends.push_back({end, product_.literal(first.transition, first.from, first.to),
                                  product_.passes(a.filter, first.from)});
            });
        }
        remove_repeated(needed);
        for (const Edge& e : needed) {
            const Lit step = product_.literal(e.transition, e.from % nodes_, e.to % nodes_);
            if (step != false_lit) graph.edges[e.from].push_back({e.to, step});
        }
        return graph;
    }

    static void remove_repeated(std::vector<Edge>& edges) {
        std::sort(edges.begin(), edges.end());
        edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
    }

    void encode(uint32_t start, const std::vector<First>& firsts) {
        // Sure steps first.
        reached_[start] = epoch_;
        std::vector<uint32_t> todo{start};
        while (!todo.empty()) {
            const uint32_t u = todo.back();
            todo.pop_back();
            product_.for_each_step(u / nodes_, u % nodes_, [&](uint32_t t, uint32_t to) {
                const uint32_t v = product_.transition(t).to * nodes_ + to;
                if (backward_[v] != epoch_ || reached_[v] == epoch_) return;
                if (!product_.is_sure(t, u % nodes_, to)) return;
                reached_[v] = epoch_;
                todo.push_back(v);
            });
        }
        std::map<uint32_t, Lit> variables;
        const auto variable = [&](uint32_t node) {
            if (reached_[node] == epoch_) return true_lit;
            const auto [it, is_new] = variables.try_emplace(node, 0);
            if (is_new) it->second = gates_.fresh();
            return it->second;
        };
        for (const Edge& e : edges_) {
            if (!is_on_path(e) || reached_[e.to] == epoch_) continue;
            const Lit step = product_.literal(e.transition, e.from % nodes_, e.to % nodes_);
            if (step != false_lit) gates_.add({-variable(e.from), -step, variable(e.to)});
        }
        for_each_end(firsts, backward_, [&](const First& first, const Accept& a, uint32_t end) {
            gates_.add({-product_.literal(first.transition, first.from, first.to), -variable(end),
                        -product_.passes(a.filter, first.from)});
        });
    }

    /// Marks nodes on paths from the start to where a first step came from; false if none.
    bool find_paths(uint32_t start, const std::vector<First>& firsts) {
        ++epoch_;
        edges_.clear();
        forward_[start] = epoch_;
        std::vector<uint32_t> order{start};
        for (size_t i = 0; i < order.size(); ++i) {
            const uint32_t u = order[i];
            product_.for_each_step(u / nodes_, u % nodes_, [&](uint32_t t, uint32_t to) {
                const uint32_t v = product_.transition(t).to * nodes_ + to;
                edges_.push_back({u, v, t});
                if (forward_[v] == epoch_) return;
                forward_[v] = epoch_;
                order.push_back(v);
            });
        }
        std::vector<uint32_t> todo;
        for_each_end(firsts, forward_, [&](const First&, const Accept&, uint32_t end) {
            if (backward_[end] == epoch_) return;
            backward_[end] = epoch_;
            todo.push_back(end);
        });
        if (todo.empty()) return false;
        std::vector<uint32_t> first_edge(forward_.size() + 1, 0), source(edges_.size());
        for (const Edge& e : edges_) ++first_edge[e.to + 1];
        for (size_t i = 1; i < first_edge.size(); ++i) first_edge[i] += first_edge[i - 1];
        std::vector<uint32_t> next(first_edge.begin(), first_edge.end() - 1);
        for (const Edge& e : edges_) source[next[e.to]++] = e.from;
        while (!todo.empty()) {
            const uint32_t v = todo.back();
            todo.pop_back();
            for (uint32_t i = first_edge[v]; i < first_edge[v + 1]; ++i) {
                if (backward_[source[i]] == epoch_) continue;
                backward_[source[i]] = epoch_;
                todo.push_back(source[i]);
            }
        }
        return true;
    }

    const Automaton& automaton_;
    Product& product_;
    const uint32_t nodes_;
    Gates& gates_;
    /// First steps by target.
    std::map<uint32_t, std::vector<First>> groups_;
    // By product node: the last group that marked it.
    std::vector<uint32_t> forward_, backward_, reached_;
    uint32_t epoch_ = 0;
    std::vector<Edge> edges_;
};

}  // namespace

std::optional<ReturnGraph> forbid_return(const Automaton& automaton, Product& product,
                                         uint32_t nodes, Gates& gates, const ReturnOptions& options,
                                         const std::function<void()>& poll) {
    return Returns(automaton, product, nodes, gates).run(options, poll);
}

std::vector<std::vector<Lit>> ReturnGraph::violated(const std::function<bool(Lit)>& value) const {
    constexpr uint32_t far = UINT32_MAX;
    std::vector<std::vector<Lit>> clauses;
    std::vector<uint32_t> distance(edges.size(), far), seen;
    std::vector<std::pair<uint32_t, Lit>> parent(edges.size());
    std::deque<uint32_t> queue;
    for (const Start& start : starts) {
        // Fewest literals first: edges that are always there are free.
        for (uint32_t node : seen) distance[node] = far;
        seen.assign(1, start.node);
        distance[start.node] = 0;
        queue.assign(1, start.node);
        while (!queue.empty()) {
            const uint32_t u = queue.front();
            queue.pop_front();
            for (const Edge& e : edges[u]) {
                const uint32_t length = distance[u] + (e.literal == true_lit ? 0 : 1);
                if (distance[e.to] <= length || !value(e.literal)) continue;
                if (distance[e.to] == far) seen.push_back(e.to);
                distance[e.to] = length;
                parent[e.to] = {u, e.literal};
                if (length == distance[u])
                    queue.push_front(e.to);
                else
                    queue.push_back(e.to);
            }
        }
        const End* best = nullptr;
        for (const End& end : start.ends)
            if (distance[end.node] != far && value(end.first) && value(end.passes) &&
                (best == nullptr || distance[end.node] < distance[best->node]))
                best = &end;
        if (best == nullptr) continue;
        std::vector<Lit>& clause = clauses.emplace_back();
        clause = {-best->first, -best->passes};
        for (uint32_t node = best->node; node != start.node; node = parent[node].first)
            clause.push_back(-parent[node].second);
        std::sort(clause.begin(), clause.end());
        clause.erase(std::unique(clause.begin(), clause.end()), clause.end());
    }
    std::sort(clauses.begin(), clauses.end());
    clauses.erase(std::unique(clauses.begin(), clauses.end()), clauses.end());
    return clauses;
}

}  // namespace fencepost::encoders
