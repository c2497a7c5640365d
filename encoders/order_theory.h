// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Orders as a theory inside CaDiCaL: graphs live here, not in clauses. The solver decides
// which edges there are; the theory keeps the graphs acyclic, says which edges cannot be added
// any more, and explains both by shortest paths.
//
//   OrderTheory theory;                       // an OrderSink: the encoder fills it
//   solver.connect(theory, theory.observed());
#pragma once

#include <deque>
#include <unordered_map>

#include "encoders/order_graph.h"
#include "solvers/propagator.h"

namespace fencepost::encoders {

class OrderTheory final : public OrderSink, public solvers::Propagator {
  public:
    // OrderSink; before the search starts.
    void require_acyclic(const OrderGraph& graph) override;

    /// The literals of edges.
    std::vector<Lit> observed() const;
    /// Literals to decide first, positively, in this order; they must be observed.
    void set_decisions(std::vector<Lit> literals) { decisions_ = std::move(literals); }

    // Propagator.
    void assign(Lit literal, bool is_fixed) override;
    void new_level() override { levels_.push_back(trail_.size()); }
    void backtrack(size_t level) override;
    Lit propagate() override;
    std::span<const Lit> explain(Lit literal) override;
    std::span<const Lit> conflict() override;
    Lit decide() override;
    bool accepts_model() override;

    struct Stats {
        uint64_t edges = 0, conflicts = 0, propagations = 0;
    };
    const Stats& stats() const { return stats_; }

  private:
    struct Edge {
        uint32_t from, to;
        Lit literal;
    };
    /// A search over active edges, with the fewest literals first.
    struct Search {
        std::vector<uint32_t> mark, distance, parent;
        std::vector<uint32_t> nodes;
        std::deque<uint32_t> queue;
        uint32_t epoch = 0;

        bool has(uint32_t node) const { return mark[node] == epoch; }
    };
    struct Consequence {
        Lit literal;
        std::vector<Lit> clause;
    };

    static size_t slot(Lit literal) {
        return 2 * static_cast<size_t>(literal < 0 ? -literal : literal) + (literal < 0 ? 1 : 0);
    }
    bool is_true(Lit literal) const {
        return literal == true_lit || (slot(literal) < value_.size() && value_[slot(literal)]);
    }
    void process();
    bool insert(uint32_t edge);
    bool reorder(uint32_t from, uint32_t to);
    void remove_last_edge();
    void search(Search& s, uint32_t start, bool is_forward, uint32_t low, uint32_t high,
                uint32_t limit);
    void add_path(const Search& s, uint32_t node, std::vector<Lit>& clause) const;
    void find_consequences(uint32_t edge);
    static void normalise(std::vector<Lit>& clause);
    void check_lemma(const std::vector<Lit>& clause) const;

    std::vector<Edge> edges_;
    // By node: active edges, and all edges that start there.
    std::vector<std::vector<uint32_t>> out_, in_, all_out_;
    /// A topological order of the active edges, by node.
    std::vector<uint32_t> position_;
    /// By literal.
    std::vector<std::vector<uint32_t>> edges_of_;
    std::vector<uint8_t> value_, fixed_;

    std::vector<Lit> trail_;
    std::vector<size_t> levels_;
    /// How much of the trail is in the graph, and for each such entry how many edges before it.
    size_t processed_ = 0;
    std::vector<size_t> edges_before_;
    std::vector<uint32_t> active_;

    std::deque<Consequence> consequences_;
    std::unordered_map<Lit, std::vector<Lit>> reasons_;
    std::vector<Lit> conflict_, given_;
    std::vector<Lit> decisions_;
    size_t next_decision_ = 0;
    uint64_t backtracks_ = 0;
    Search forward_, backward_;
    std::vector<uint32_t> moved_, places_;
    Stats stats_;
};

}  // namespace fencepost::encoders
