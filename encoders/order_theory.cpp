// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Incremental cycle detection (Pearce and Kelly, "A Dynamic Topological Sort Algorithm for
// Directed Acyclic Graphs", JEA 2006) under a SAT solver, as in Deagle and Zord (Sun, Fan, Wang
// et al., "Consistency-preserving propagation for SMT solving of concurrent program
// verification", OOPSLA 2022).
//
// Each node has a position; every active edge goes upwards. A new edge u->v that goes down is
// repaired by moving what is between v and u; if that search meets u, there is a cycle. The
// positions stay valid when edges go, so backtracking only pops edges.
//
// After an edge u->v went in, an edge x->y is impossible if v leads to x and y leads to u. Two
// searches, forward from v and backward from u, find all of them at once; they count literals,
// not edges (0-1 breadth-first search: sure edges are free), so explanations are short, and
// each consequence takes its explanation along: later edges cannot get into it, as the solver
// demands. For large graphs the searches stop early; consequences are a help, not a duty.
//
// Traps of the interface: fixed literals are reported once at any level and must survive
// backtracking; what is queued must be forgotten on backtracking; literals may be repeated.
#include "encoders/order_theory.h"

#include <algorithm>

#include "ir/check.h"

namespace fencepost::encoders {

namespace {
constexpr uint32_t none = UINT32_MAX;
/// Nodes that a search for consequences may visit.
constexpr uint32_t search_limit = 4000;
}  // namespace

void OrderTheory::require_acyclic(const OrderGraph& graph) {
    const auto base = static_cast<uint32_t>(out_.size());
    const size_t nodes = base + graph.nodes;
    out_.resize(nodes);
    in_.resize(nodes);
    all_out_.resize(nodes);
    for (uint32_t i = base; i < nodes; ++i) position_.push_back(i);
    for (Search* s : {&forward_, &backward_}) {
        s->mark.resize(nodes, 0);
        s->distance.resize(nodes, 0);
        s->parent.resize(nodes, none);
    }
    for (const OrderEdge& e : graph.edges) {
        const auto index = static_cast<uint32_t>(edges_.size());
        edges_.push_back({base + e.from, base + e.to, e.literal});
        if (e.literal == true_lit) {
            CHECK(insert(index), "edges that are always there should have no cycle");
            active_.pop_back();  // never taken back
            continue;
        }
        all_out_[base + e.from].push_back(index);
        const size_t needed = std::max(slot(e.literal), slot(-e.literal)) + 1;
        if (edges_of_.size() < needed) {
            edges_of_.resize(needed);
            value_.resize(needed, 0);
            fixed_.resize(needed, 0);
        }
        edges_of_[slot(e.literal)].push_back(index);
    }
    stats_.edges += graph.edges.size();
}

std::vector<Lit> OrderTheory::observed() const {
    std::vector<Lit> literals;
    for (const Edge& e : edges_)
        if (e.literal != true_lit) literals.push_back(e.literal < 0 ? -e.literal : e.literal);
    std::sort(literals.begin(), literals.end());
    literals.erase(std::unique(literals.begin(), literals.end()), literals.end());
    return literals;
}

void OrderTheory::assign(Lit literal, bool is_fixed) {
    if (slot(literal) >= value_.size()) return;
    if (is_fixed) fixed_[slot(literal)] = 1;
    if (value_[slot(literal)]) return;
    value_[slot(literal)] = 1;
    trail_.push_back(literal);
}

void OrderTheory::backtrack(size_t level) {
    if (level >= levels_.size()) return;
    const size_t size = levels_[level];
    levels_.resize(level);
    if (processed_ > size) {
        while (active_.size() > edges_before_[size]) remove_last_edge();
        edges_before_.resize(size);
        processed_ = size;
    }
    std::vector<Lit> kept;
    for (size_t i = size; i < trail_.size(); ++i) {
        if (fixed_[slot(trail_[i])])
            kept.push_back(trail_[i]);
        else
            value_[slot(trail_[i])] = 0;
    }
    trail_.resize(size);
    trail_.insert(trail_.end(), kept.begin(), kept.end());
    consequences_.clear();
    conflict_.clear();
    next_decision_ = 0;
    ++backtracks_;
}

void OrderTheory::remove_last_edge() {
    const Edge& e = edges_[active_.back()];
    active_.pop_back();
    out_[e.from].pop_back();
    in_[e.to].pop_back();
}

/// Puts what the solver has assigned into the graph, until there is a conflict.
void OrderTheory::process() {
    while (processed_ < trail_.size() && conflict_.empty()) {
        const size_t before = active_.size();
        const std::vector<uint32_t>& edges = edges_of_[slot(trail_[processed_])];
        for (uint32_t edge : edges) {
            if (insert(edge)) continue;
            while (active_.size() > before) remove_last_edge();
            return;
        }
        edges_before_.push_back(before);
        ++processed_;
        for (uint32_t edge : edges) find_consequences(edge);
    }
}

/// False if the edge closes a cycle; then conflict_ is set and the edge is not in.
bool OrderTheory::insert(uint32_t index) {
    const Edge& e = edges_[index];
    if (e.from == e.to || !reorder(e.from, e.to)) {
        ++stats_.conflicts;
        conflict_.assign(1, -e.literal);
        if (e.from != e.to) {
            // Every path from `to` to `from` is between their positions.
            search(forward_, e.to, true, position_[e.to], position_[e.from], none);
            add_path(forward_, e.from, conflict_);
        }
        normalise(conflict_);
        check_lemma(conflict_);
        return false;
    }
    out_[e.from].push_back(index);
    in_[e.to].push_back(index);
    active_.push_back(index);
    return true;
}

/// Moves nodes so that an edge from->to goes upwards; false if a path leads from `to` to `from`.
bool OrderTheory::reorder(uint32_t from, uint32_t to) {
    const uint32_t low = position_[to], high = position_[from];
    if (high < low) return true;
    search(forward_, to, true, low, high, none);
    if (forward_.has(from)) return false;
    search(backward_, from, false, low, high, none);
    // What leads to `from` goes first, then what `to` leads to, each in its old order, on the
    // places that both have now.
    const auto by_position = [this](uint32_t a, uint32_t b) { return position_[a] < position_[b]; };
    std::sort(backward_.nodes.begin(), backward_.nodes.end(), by_position);
    std::sort(forward_.nodes.begin(), forward_.nodes.end(), by_position);
    moved_ = backward_.nodes;
    moved_.insert(moved_.end(), forward_.nodes.begin(), forward_.nodes.end());
    places_.clear();
    for (uint32_t node : moved_) places_.push_back(position_[node]);
    std::sort(places_.begin(), places_.end());
    for (size_t i = 0; i < moved_.size(); ++i) position_[moved_[i]] = places_[i];
    return true;
}

/// Visits what active edges reach from `start`, within positions low..high, fewest literals first.
void OrderTheory::search(Search& s, uint32_t start, bool is_forward, uint32_t low, uint32_t high,
                         uint32_t limit) {
    ++s.epoch;
    s.nodes.clear();
    s.queue.assign(1, start);
    s.mark[start] = s.epoch;
    s.distance[start] = 0;
    s.parent[start] = none;
    s.nodes.push_back(start);
    while (!s.queue.empty() && s.nodes.size() < limit) {
        const uint32_t node = s.queue.front();
        s.queue.pop_front();
        for (uint32_t index : is_forward ? out_[node] : in_[node]) {
            const Edge& e = edges_[index];
            const uint32_t next = is_forward ? e.to : e.from;
            if (position_[next] < low || position_[next] > high) continue;
            const uint32_t cost = e.literal == true_lit ? 0 : 1;
            const uint32_t distance = s.distance[node] + cost;
            if (s.has(next) && s.distance[next] <= distance) continue;
            if (!s.has(next)) s.nodes.push_back(next);
            s.mark[next] = s.epoch;
            s.distance[next] = distance;
            s.parent[next] = index;
            if (cost == 0)
                s.queue.push_front(next);
            else
                s.queue.push_back(next);
        }
    }
}

/// The negated literals of the path between a node and the start of the search.
void OrderTheory::add_path(const Search& s, uint32_t node, std::vector<Lit>& clause) const {
    while (s.parent[node] != none) {
        const Edge& e = edges_[s.parent[node]];
        if (e.literal != true_lit) clause.push_back(-e.literal);
        node = &s == &forward_ ? e.from : e.to;
    }
}

void OrderTheory::find_consequences(uint32_t index) {
    const Edge& e = edges_[index];
    search(forward_, e.to, true, 0, none, search_limit);
    search(backward_, e.from, false, 0, none, search_limit);
    for (uint32_t x : forward_.nodes) {
        for (uint32_t candidate : all_out_[x]) {
            const Edge& c = edges_[candidate];
            if (!backward_.has(c.to) || is_true(c.literal) || is_true(-c.literal)) continue;
            Consequence consequence{-c.literal, {-c.literal, -e.literal}};
            add_path(forward_, x, consequence.clause);
            add_path(backward_, c.to, consequence.clause);
            normalise(consequence.clause);
            check_lemma(consequence.clause);
            consequences_.push_back(std::move(consequence));
        }
    }
}

void OrderTheory::normalise(std::vector<Lit>& clause) {
    std::sort(clause.begin(), clause.end());
    clause.erase(std::unique(clause.begin(), clause.end()), clause.end());
}

Lit OrderTheory::propagate() {
    process();
    while (conflict_.empty() && !consequences_.empty()) {
        Consequence next = std::move(consequences_.front());
        consequences_.pop_front();
        if (is_true(next.literal)) continue;
        ++stats_.propagations;
        reasons_[next.literal] = std::move(next.clause);
        return next.literal;
    }
    return 0;
}

std::span<const Lit> OrderTheory::explain(Lit literal) { return reasons_.at(literal); }

std::span<const Lit> OrderTheory::conflict() {
    process();
    given_.swap(conflict_);
    conflict_.clear();
    return given_;
}

Lit OrderTheory::decide() {
    // A good start; later the solver's own scores know better.
    constexpr uint64_t enough = 200;
    if (backtracks_ > enough) return 0;
    for (; next_decision_ < decisions_.size(); ++next_decision_) {
        const Lit literal = decisions_[next_decision_];
        if (!is_true(literal) && !is_true(-literal)) return literal;
    }
    return 0;
}

bool OrderTheory::accepts_model() {
    process();
    return conflict_.empty();
}

/// Debug builds: the edges of the clause, and sure ones, really have a cycle.
void OrderTheory::check_lemma([[maybe_unused]] const std::vector<Lit>& clause) const {
#ifndef NDEBUG
    std::vector<uint32_t> incoming(out_.size(), 0), ready;
    std::vector<std::vector<uint32_t>> next(out_.size());
    for (const Edge& e : edges_) {
        if (e.literal != true_lit &&
            std::find(clause.begin(), clause.end(), -e.literal) == clause.end())
            continue;
        next[e.from].push_back(e.to);
        ++incoming[e.to];
    }
    size_t left = out_.size();
    for (uint32_t i = 0; i < out_.size(); ++i)
        if (incoming[i] == 0) ready.push_back(i);
    while (!ready.empty()) {
        const uint32_t node = ready.back();
        ready.pop_back();
        --left;
        for (uint32_t to : next[node])
            if (--incoming[to] == 0) ready.push_back(to);
    }
    CHECK(left > 0, "a lemma should be a cycle");
#endif
}

}  // namespace fencepost::encoders
