// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Shrinking order graphs before any variable is made. Cycles live inside strongly connected
// components, so edges between components go first. Sure edges are closed transitively; an
// edge u->v with a sure path from u to v says nothing new, one with a sure path from v to u
// must not be there, and among the sure edges the transitive reduction is enough. What is
// forbidden is gone, which may split components: repeat while that happens.
#include "encoders/order_graph.h"

#include <algorithm>

#include "models/bit_matrix.h"

namespace fencepost::encoders {

using models::BitMatrix;

namespace {

using Edge = DraftGraph::Edge;

/// Tarjan's algorithm, without recursion: component by node.
class Components {
  public:
    Components(uint32_t nodes, const std::vector<Edge>& edges)
        : component_(nodes, none), first_(nodes + 1, 0), target_(edges.size()) {
        for (const Edge& e : edges) ++first_[e.from + 1];
        for (uint32_t i = 0; i < nodes; ++i) first_[i + 1] += first_[i];
        std::vector<uint32_t> next(first_.begin(), first_.end() - 1);
        for (const Edge& e : edges) target_[next[e.from]++] = e.to;
        index_.assign(nodes, none);
        low_.assign(nodes, 0);
        next_.assign(first_.begin(), first_.end() - 1);
        for (uint32_t i = 0; i < nodes; ++i)
            if (index_[i] == none && first_[i] != first_[i + 1]) visit(i);
        for (uint32_t i = 0; i < nodes; ++i)
            if (component_[i] == none) component_[i] = count_++;
    }

    uint32_t operator[](uint32_t node) const { return component_[node]; }
    uint32_t count() const { return count_; }

  private:
    static constexpr uint32_t none = UINT32_MAX;

    void visit(uint32_t root) {
        path_.assign(1, root);
        open(root);
        while (!path_.empty()) {
            const uint32_t u = path_.back();
            if (next_[u] < first_[u + 1]) {
                const uint32_t v = target_[next_[u]++];
                if (index_[v] == none) {
                    open(v);
                    path_.push_back(v);
                } else if (component_[v] == none) {
                    low_[u] = std::min(low_[u], index_[v]);
                }
                continue;
            }
            path_.pop_back();
            if (!path_.empty()) low_[path_.back()] = std::min(low_[path_.back()], low_[u]);
            if (low_[u] != index_[u]) continue;
            while (true) {
                const uint32_t v = stack_.back();
                stack_.pop_back();
                component_[v] = count_;
                if (v == u) break;
            }
            ++count_;
        }
    }

    void open(uint32_t node) {
        index_[node] = low_[node] = time_++;
        stack_.push_back(node);
    }

    std::vector<uint32_t> component_, first_, target_, index_, low_, next_, path_, stack_;
    uint32_t time_ = 0, count_ = 0;
};

class Shrink {
  public:
    Shrink(DraftGraph graph, const std::function<Lit(const Edge&)>& literal, Gates& gates,
           OrderSink& sink)
        : graph_(std::move(graph)), literal_(literal), gates_(gates), sink_(sink) {}

    void run() {
        std::vector<DraftGraph> todo = split(std::move(graph_));
        while (!todo.empty()) {
            DraftGraph graph = std::move(todo.back());
            todo.pop_back();
            const size_t before = graph.edges.size();
            if (!reduce(graph)) return gates_.add(std::span<const Lit>{});
            if (graph.edges.size() == before) {
                finish(graph);
                continue;
            }
            std::vector<DraftGraph> parts = split(std::move(graph));
            for (DraftGraph& part : parts) {
                // Nothing new to learn from a part that is still whole.
                if (parts.size() == 1)
                    finish(part);
                else
                    todo.push_back(std::move(part));
            }
        }
    }

  private:
    /// Components with at least one edge, nodes numbered anew.
    static std::vector<DraftGraph> split(DraftGraph graph) {
        std::vector<DraftGraph> parts;
        if (graph.edges.empty()) return parts;
        const Components component(graph.nodes, graph.edges);
        std::vector<uint32_t> part(component.count(), UINT32_MAX), number(graph.nodes, UINT32_MAX);
        for (Edge e : graph.edges) {
            if (component[e.from] != component[e.to]) continue;
            uint32_t& index = part[component[e.from]];
            if (index == UINT32_MAX) {
                index = static_cast<uint32_t>(parts.size());
                parts.emplace_back();
            }
            for (uint32_t* end : {&e.from, &e.to}) {
                if (number[*end] == UINT32_MAX) number[*end] = parts[index].nodes++;
                *end = number[*end];
            }
            parts[index].edges.push_back(e);
        }
        return parts;
    }

    /// False if sure edges are a cycle.
    bool reduce(DraftGraph& graph) {
        gates_.poll();
        std::vector<std::vector<uint32_t>> next(graph.nodes);
        for (const Edge& e : graph.edges)
            if (e.is_sure) next[e.from].push_back(e.to);
        std::vector<uint32_t> order;
        if (!sort_topologically(next, order)) return false;
        // Matrices of this size are the most that is worth it.
        constexpr uint32_t most_nodes = 20'000;
        if (graph.nodes > most_nodes) return true;
        // What sure edges reach at all, and by at least two steps.
        BitMatrix reach(graph.nodes, graph.nodes), far(graph.nodes, graph.nodes);
        for (size_t i = order.size(); i-- > 0;) {
            const uint32_t u = order[i];
            for (uint32_t v : next[u])
                for (uint32_t w = 0; w < far.stride(); ++w) far.row(u)[w] |= reach.row(v)[w];
            std::copy_n(far.row(u), far.stride(), reach.row(u));
            for (uint32_t v : next[u]) reach.set(u, v);
        }
        BitMatrix kept(graph.nodes, graph.nodes);
        std::vector<Edge> edges;
        for (const Edge& e : graph.edges) {
            if (e.is_sure) {
                if (far.get(e.from, e.to) || kept.get(e.from, e.to)) continue;
                kept.set(e.from, e.to);
            } else if (e.from == e.to || reach.get(e.to, e.from)) {
                gates_.add({-literal_(e)});
                continue;
            } else if (reach.get(e.from, e.to)) {
                continue;
            }
            edges.push_back(e);
        }
        graph.edges = std::move(edges);
        return true;
    }

    /// False if there is a cycle.
    static bool sort_topologically(const std::vector<std::vector<uint32_t>>& next,
                                   std::vector<uint32_t>& order) {
        std::vector<uint32_t> incoming(next.size(), 0);
        for (const auto& targets : next)
            for (uint32_t v : targets) ++incoming[v];
        for (uint32_t u = 0; u < next.size(); ++u)
            if (incoming[u] == 0) order.push_back(u);
        for (size_t i = 0; i < order.size(); ++i)
            for (uint32_t v : next[order[i]])
                if (--incoming[v] == 0) order.push_back(v);
        return order.size() == next.size();
    }

    void finish(const DraftGraph& graph) {
        OrderGraph result{graph.nodes, {}};
        for (const Edge& e : graph.edges) {
            const Lit literal = e.is_sure ? true_lit : literal_(e);
            if (literal != false_lit) result.edges.push_back({e.from, e.to, literal});
        }
        sink_.require_acyclic(result);
    }

    DraftGraph graph_;
    const std::function<Lit(const Edge&)>& literal_;
    Gates& gates_;
    OrderSink& sink_;
};

}  // namespace

void require_acyclic(DraftGraph graph, const std::function<Lit(const Edge&)>& literal, Gates& gates,
                     OrderSink& sink) {
    Shrink(std::move(graph), literal, gates, sink).run();
}

}  // namespace fencepost::encoders
