// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
#include "encoders/gates.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace fencepost::encoders {

void Gates::add(std::span<const Lit> clause) {
    count();
    clause_.clear();
    for (Lit literal : clause) {
        if (literal == true_lit) return;
        if (literal != false_lit) clause_.push_back(literal);
    }
    sink_.add(clause_);
}

Lit Gates::conjunction(Lit a, Lit b) {
    if (a == false_lit || b == false_lit || a == -b) return false_lit;
    if (a == true_lit || a == b) return b;
    if (b == true_lit) return a;
    if (a > b) std::swap(a, b);
    auto [entry, is_new] = ands_.try_emplace(key(a, b), 0);
    if (!is_new) return entry->second;
    count();
    const Lit c = fresh();
    entry->second = c;
    sink_.add({-c, a});
    sink_.add({-c, b});
    sink_.add({c, -a, -b});
    return c;
}

Lit Gates::exclusive(Lit a, Lit b) {
    if (a == false_lit) return b;
    if (b == false_lit) return a;
    if (a == true_lit) return -b;
    if (b == true_lit) return -a;
    if (a == b) return false_lit;
    if (a == -b) return true_lit;
    const bool is_negated = (a < 0) != (b < 0);
    a = std::abs(a);
    b = std::abs(b);
    if (a > b) std::swap(a, b);
    auto [entry, is_new] = xors_.try_emplace(key(a, b), 0);
    if (is_new) {
        const Lit c = fresh();
        entry->second = c;
        sink_.add({-c, a, b});
        sink_.add({-c, -a, -b});
        sink_.add({c, -a, b});
        sink_.add({c, a, -b});
    }
    return is_negated ? -entry->second : entry->second;
}

Lit Gates::choice(Lit c, Lit a, Lit b) {
    if (c == true_lit || a == b) return a;
    if (c == false_lit) return b;
    if (a == -b) return equivalence(c, a);
    if (is_constant(a) || is_constant(b) || a == c || a == -c || b == c || b == -c)
        return disjunction(conjunction(c, a), conjunction(-c, b));
    const Lit d = fresh();
    sink_.add({-c, -a, d});
    sink_.add({-c, a, -d});
    sink_.add({c, -b, d});
    sink_.add({c, b, -d});
    sink_.add({-a, -b, d});
    sink_.add({a, b, -d});
    return d;
}

Lit Gates::majority(Lit a, Lit b, Lit c) {
    if (is_constant(c) || a == b || a == -b) {
        if (c == true_lit) return disjunction(a, b);
        if (c == false_lit) return conjunction(a, b);
        return a == b ? a : c;
    }
    if (is_constant(a) || b == c || b == -c) return majority(b, c, a);
    if (is_constant(b) || a == c || a == -c) return majority(a, c, b);
    const Lit d = fresh();
    sink_.add({-a, -b, d});
    sink_.add({-a, -c, d});
    sink_.add({-b, -c, d});
    sink_.add({a, b, -d});
    sink_.add({a, c, -d});
    sink_.add({b, c, -d});
    return d;
}

Lit Gates::conjunction(std::vector<Lit> literals) {
    for (Lit& literal : literals) literal = -literal;
    return -disjunction(std::move(literals));
}

Lit Gates::disjunction(std::vector<Lit> literals) {
    std::sort(literals.begin(), literals.end());
    literals.erase(std::unique(literals.begin(), literals.end()), literals.end());
    std::erase(literals, false_lit);
    for (Lit literal : literals)
        if (literal == true_lit || std::binary_search(literals.begin(), literals.end(), -literal))
            return true_lit;
    if (literals.empty()) return false_lit;
    if (literals.size() == 1) return literals[0];
    if (literals.size() == 2) return disjunction(literals[0], literals[1]);
    const Lit d = fresh();
    for (Lit literal : literals) sink_.add({-literal, d});
    literals.push_back(-d);
    sink_.add(literals);
    return d;
}

}  // namespace fencepost::encoders
