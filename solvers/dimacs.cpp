// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
#include "solvers/dimacs.h"

namespace fencepost::solvers {

void Dimacs::add(std::span<const Lit> clause) {
    literals_.insert(literals_.end(), clause.begin(), clause.end());
    literals_.push_back(0);
    ++clauses_;
}

Statistics Dimacs::statistics() const {
    return {{"variables", static_cast<double>(variables_)},
            {"clauses", static_cast<double>(clauses_)}};
}

std::string Dimacs::text(std::span<const Lit> units) const {
    std::string result = comments_ + "p cnf " + std::to_string(variables_) + ' ' +
                         std::to_string(clauses_ + units.size()) + '\n';
    for (Lit literal : literals_) {
        result += std::to_string(literal);
        result += literal == 0 ? '\n' : ' ';
    }
    for (Lit unit : units) result += std::to_string(unit) + " 0\n";
    return result;
}

void Dimacs::copy_to(ClauseSink& sink) const {
    for (int i = 1; i < variables_; ++i) sink.new_var();
    for (size_t first = 0, i = 0; i < literals_.size(); ++i) {
        if (literals_[i] != 0) continue;
        sink.add(std::span(literals_).subspan(first, i - first));
        first = i + 1;
    }
}

}  // namespace fencepost::solvers
