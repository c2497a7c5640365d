// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Every way to keep a graph acyclic against brute force: on random small graphs, for every
// choice of edges, the constraints are satisfiable iff the chosen edges have no cycle.
#include "encoders/acyclic_cnf.h"

#include <catch2/catch_test_macros.hpp>

#include "encoders/order_theory.h"
#include "encoders/smt_data.h"
#include "models/bit_matrix.h"
#include "solvers/cadical.h"
#include "tests/fuzz/random.h"

using namespace fencepost;
using encoders::DraftGraph;
using encoders::Lit;
using encoders::OrderEdge;
using encoders::OrderGraph;
using fuzz::Random;

namespace {

/// Strongly connected, with some sure edges that have no cycle, some literals twice, some negated.
OrderGraph random_graph(Random& random, solvers::ClauseSink& sink, std::vector<Lit>& variables) {
    OrderGraph graph;
    graph.nodes = 2 + random.below(5);
    for (uint32_t i = 0; i < graph.nodes; ++i) {
        variables.push_back(sink.new_var());
        graph.edges.push_back({i, (i + 1) % graph.nodes, variables.back()});
    }
    for (uint32_t i = random.below(2 * graph.nodes); i-- > 0;) {
        const uint32_t u = random.below(graph.nodes), v = random.below(graph.nodes);
        Lit literal = sink.new_var();
        if (random.chance(4) && u < v)
            literal = encoders::true_lit;
        else if (random.chance(3))
            literal = variables[random.below(static_cast<uint32_t>(variables.size()))];
        else
            variables.push_back(literal);
        if (literal != encoders::true_lit && random.chance(4)) literal = -literal;
        graph.edges.push_back({u, v, literal});
    }
    while (variables.size() > 9) variables.pop_back();
    std::erase_if(graph.edges, [&](const OrderEdge& e) {
        return e.literal != encoders::true_lit && std::find(variables.begin(), variables.end(),
                                                            std::abs(e.literal)) == variables.end();
    });
    return graph;
}

bool is_acyclic(const OrderGraph& graph, const std::vector<Lit>& chosen) {
    models::BitMatrix edges(graph.nodes, graph.nodes);
    for (const OrderEdge& e : graph.edges)
        if (e.literal == encoders::true_lit ||
            std::find(chosen.begin(), chosen.end(), e.literal) != chosen.end())
            edges.set(e.from, e.to);
    return edges.is_acyclic();
}

template <class Solver>
void compare(Solver& solver, const OrderGraph& graph, const std::vector<Lit>& variables) {
    for (uint32_t choice = 0; choice < (1u << variables.size()); ++choice) {
        std::vector<Lit> chosen;
        for (size_t i = 0; i < variables.size(); ++i)
            chosen.push_back((choice >> i & 1) != 0 ? variables[i] : -variables[i]);
        const bool satisfiable = solver.solve(chosen, {}) == solvers::Result::Sat;
        REQUIRE(satisfiable == is_acyclic(graph, chosen));
    }
}

}  // namespace

TEST_CASE("CNF encodings of acyclicity", "[encoders][acyclic_cnf]") {
    for (const encoders::AcyclicityEncoding& encoding : encoders::acyclicity_encodings()) {
        for (uint64_t seed = 0; seed < 60; ++seed) {
            Random random(seed);
            solvers::Cadical solver;
            std::vector<Lit> variables;
            const OrderGraph graph = random_graph(random, solver, variables);
            encoders::Gates gates(solver);
            INFO(encoding.name << " seed " << seed);
            REQUIRE(encoding.encode(graph, gates, SIZE_MAX));
            compare(solver, graph, variables);
        }
    }
}

TEST_CASE("an encoding that is over its limit adds nothing", "[encoders][acyclic_cnf]") {
    solvers::Cadical solver;
    encoders::Gates gates(solver);
    OrderGraph graph;
    graph.nodes = 12;
    for (uint32_t i = 0; i < 12; ++i)
        for (uint32_t j = 0; j < 12; ++j)
            if (i != j) graph.edges.push_back({i, j, solver.new_var()});
    for (const encoders::AcyclicityEncoding& encoding : encoders::acyclicity_encodings())
        CHECK_FALSE(encoding.encode(graph, gates, 10));
    std::vector<Lit> all;
    for (const OrderEdge& e : graph.edges) all.push_back(e.literal);
    CHECK(solver.solve(all, {}) == solvers::Result::Sat);
}

TEST_CASE("integer clocks", "[encoders][smt_data]") {
    for (uint64_t seed = 100; seed < 106; ++seed) {
        Random random(seed);
        solvers::Z3 solver;
        std::vector<Lit> variables;
        const OrderGraph graph = random_graph(random, solver, variables);
        encoders::SmtOrders(solver).require_acyclic(graph);
        compare(solver, graph, variables);
    }
}

TEST_CASE("the order theory", "[encoders][order_theory]") {
    for (uint64_t seed = 200; seed < 260; ++seed) {
        Random random(seed);
        encoders::OrderTheory theory;
        solvers::Cadical solver;
        std::vector<Lit> variables;
        const OrderGraph graph = random_graph(random, solver, variables);
        theory.require_acyclic(graph);
        theory.set_decisions(theory.observed());
        solver.connect(theory, theory.observed());
        INFO("seed " << seed);
        compare(solver, graph, variables);
        CHECK(solver.solve({}, {}) == solver.solve({}, {}));  // and once more without assumptions
    }
}

TEST_CASE("shrinking a graph keeps its meaning", "[encoders][order_graph]") {
    for (uint64_t seed = 300; seed < 400; ++seed) {
        Random random(seed);
        solvers::Cadical solver;
        std::vector<Lit> variables;
        const OrderGraph graph = random_graph(random, solver, variables);
        DraftGraph draft;
        draft.nodes = graph.nodes;
        for (const OrderEdge& e : graph.edges)
            draft.edges.push_back({e.from, e.to, e.literal == encoders::true_lit,
                                   static_cast<uint32_t>(draft.edges.size())});
        encoders::Gates gates(solver);
        encoders::CnfOrders orders(gates);
        encoders::require_acyclic(
            draft, [&](const DraftGraph::Edge& e) { return graph.edges[e.tag].literal; }, gates,
            orders);
        INFO("seed " << seed);
        compare(solver, graph, variables);
    }
}
