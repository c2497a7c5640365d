// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Thompson's construction, then removal of silent steps, then minimisation by partition
// refinement. A silent step may be restricted to events of a set ([W] in .cat, or the two ends
// of r & (W*R)); along a path of silent steps the restrictions add up to a filter.
//
// What is not regular (intersection of two relations, difference, inverse…) and what does not
// depend on rf, co or fr becomes a letter; the static part of a model thus is one matrix, not
// a path. In a cyclic automaton a closure may only be unfolded where its own cycles are
// impossible; otherwise it is a letter too. That is the doubtful step of this encoding, and it
// rests on Facts::is_acyclic alone.
//
// Unfolding a shared term twice doubles states; when there are too many, what is left are
// letters.
#include "encoders/automaton.h"

#include <algorithm>
#include <map>
#include <set>

#include "encoders/simulation.h"

namespace fencepost::encoders {

using models::BaseRelation;
using models::TermNode;

namespace {

constexpr uint32_t most_states = 2000;

struct Silent {
    uint32_t to;
    Term set;  // invalid = unrestricted
};

class Construction {
  public:
    Construction(const models::Model& model, const Facts& facts, const AutomatonOptions& options)
        : pool_(model.terms), facts_(facts), options_(options) {}

    Automaton run(Term term) {
        const uint32_t start = new_state(), end = new_state();
        compile(term, start, end);
        final_ = end;
        // Whether the relation is reflexive somewhere is asked before ends lead to the start.
        std::vector<Accept> reflexive;
        for (const auto& [state, filter] : closure(start))
            if (state == end) reflexive.push_back({0, filter});
        if (options_.cyclic) silent_[end].push_back({start, {}});
        Automaton result = without_silent_steps(start);
        if (options_.cyclic) result.accepts = reflexive;
        return simplify(minimise(std::move(result)), facts_);
    }

  private:
    uint32_t new_state() {
        silent_.emplace_back();
        steps_.emplace_back();
        return static_cast<uint32_t>(silent_.size() - 1);
    }
    void silent(uint32_t from, uint32_t to, Term set = {}) { silent_[from].push_back({to, set}); }
    void letter(Term t, uint32_t from, uint32_t to) { steps_[from].push_back({t, to}); }

    bool is_static_product(Term t) const {
        const TermNode& n = pool_.node(t);
        return n.op == TermOp::Product && facts_.is_static(t);
    }

    bool may_unfold_closure(Term body) const { return !options_.cyclic || facts_.is_acyclic(body); }

    void compile(Term t, uint32_t from, uint32_t to) {
        const TermNode& n = pool_.node(t);
        if (pool_.is_empty(t)) return;
        if (pool_.is_base(t, BaseRelation::Id)) return silent(from, to);
        if (silent_.size() > most_states) return letter(t, from, to);
        switch (n.op) {
            case TermOp::Identity:
                return facts_.is_static(n.a) ? silent(from, to, n.a) : letter(t, from, to);
            case TermOp::Opt:
                silent(from, to);
                return compile(n.a, from, to);
            case TermOp::Star:
            case TermOp::Plus:
                if (!may_unfold_closure(n.a)) return letter(t, from, to);
                return compile_closure(n, from, to);
            case TermOp::Union:
                if (facts_.is_static(t) && !is_reflexive(t)) return letter(t, from, to);
                compile(n.a, from, to);
                return compile(n.b, from, to);
            case TermOp::Seq: {
                if (facts_.is_static(t)) return letter(t, from, to);
                const uint32_t middle = new_state();
                compile(n.a, from, middle);
                return compile(n.b, middle, to);
            }
            case TermOp::Inter:
                if (facts_.is_static(t)) return letter(t, from, to);
                if (is_static_product(n.b)) return compile_between(n.a, n.b, from, to);
                if (is_static_product(n.a)) return compile_between(n.b, n.a, from, to);
                return letter(t, from, to);
            case TermOp::RecVar:
                return compile_variable(t, from, to);
            default:
                return letter(t, from, to);
        }
    }

    /// Contains an identity that would better be a silent step.
    bool is_reflexive(Term t) const {
        const TermNode& n = pool_.node(t);
        if (n.op == TermOp::Union) return is_reflexive(n.a) || is_reflexive(n.b);
        return n.op == TermOp::Star || n.op == TermOp::Opt || n.op == TermOp::Identity ||
               pool_.is_base(t, BaseRelation::Id);
    }

    void compile_closure(const TermNode& n, uint32_t from, uint32_t to) {
        const uint32_t loop = new_state();
        compile(n.a, loop, loop);
        silent(loop, to);
        if (n.op == TermOp::Star)
            silent(from, loop);
        else
            compile(n.a, from, loop);
    }

    /// r & (S*T) is [S];r;[T].
    void compile_between(Term r, Term product, uint32_t from, uint32_t to) {
        const TermNode& n = pool_.node(product);
        const uint32_t first = new_state(), last = new_state();
        silent(from, first, n.a);
        compile(r, first, last);
        silent(last, to, n.b);
    }

    void compile_variable(Term t, uint32_t from, uint32_t to) {
        const auto& variable = pool_.variables()[pool_.node(t).imm];
        const auto& group = facts_.two_colour(variable.group);
        if (!options_.unfold_groups || !group || !may_unfold(*group)) return letter(t, from, to);
        // Nodes before and after the first step, by colour.
        const uint32_t before[2] = {new_state(), new_state()};
        const uint32_t after[2] = {new_state(), new_state()};
        silent(before[0], before[1]);
        silent(after[0], after[1]);
        for (int p = 0; p < 2; ++p) {
            for (int q = 0; q < 2; ++q) {
                for (Term step : group->steps[p][q]) {
                    compile(step, before[p], after[q]);
                    compile(step, after[p], after[q]);
                }
                if (group->variable[p][q] == pool_.node(t).imm) {
                    silent(from, before[p]);
                    silent(after[q], to);
                }
            }
        }
    }

    bool may_unfold(const TwoColourGroup& group) const {
        if (!options_.cyclic) return true;
        for (int p = 0; p < 2; ++p)
            for (int q = 0; q < 2; ++q)
                for (Term step : group.steps[p][q])
                    if (!facts_.is_forward(step)) return false;
        return true;
    }

    /// States that silent steps lead to, with the filters on the way.
    std::set<std::pair<uint32_t, Filter>> closure(uint32_t state) const {
        std::set<std::pair<uint32_t, Filter>> seen{{state, {}}};
        std::vector<std::pair<uint32_t, Filter>> todo{{state, {}}};
        while (!todo.empty()) {
            const auto [at, filter] = todo.back();
            todo.pop_back();
            for (const Silent& step : silent_[at]) {
                Filter next = filter;
                if (step.set.valid() && !std::binary_search(next.begin(), next.end(), step.set))
                    next.insert(std::upper_bound(next.begin(), next.end(), step.set), step.set);
                if (seen.insert({step.to, next}).second) todo.emplace_back(step.to, next);
            }
        }
        return seen;
    }

    Automaton without_silent_steps(uint32_t start) {
        Automaton result;
        std::map<uint32_t, uint32_t> index{{start, 0}};
        std::vector<uint32_t> states{start};
        const auto number = [&](uint32_t state) {
            const auto [it, is_new] = index.try_emplace(state, states.size());
            if (is_new) states.push_back(state);
            return it->second;
        };
        for (uint32_t i = 0; i < states.size(); ++i) {
            std::map<std::pair<Filter, uint32_t>, std::set<Term>> found;
            for (const auto& [at, filter] : closure(states[i])) {
                if (at == final_) result.accepts.push_back({i, filter});
                for (const auto& [letter, to] : steps_[at])
                    found[{filter, number(to)}].insert(letter);
            }
            for (const auto& [key, letters] : found)
                result.transitions.push_back(
                    {i, key.second, key.first, {letters.begin(), letters.end()}});
        }
        result.states = static_cast<uint32_t>(states.size());
        return result;
    }

    /// Merges states that behave alike.
    static Automaton minimise(Automaton a) {
        std::vector<uint32_t> part(a.states, 0);
        uint32_t parts = 1;
        while (true) {
            using Behaviour =
                std::pair<std::set<std::pair<Filter, std::pair<uint32_t, Term>>>, std::set<Filter>>;
            std::vector<Behaviour> behaviours(a.states);
            for (const Transition& t : a.transitions)
                for (Term letter : t.letters)
                    behaviours[t.from].first.insert({t.filter, {part[t.to], letter}});
            for (const Accept& accept : a.accepts)
                behaviours[accept.state].second.insert(accept.filter);
            std::map<std::pair<uint32_t, Behaviour>, uint32_t> index;
            std::vector<uint32_t> refined(a.states);
            for (uint32_t s = 0; s < a.states; ++s)
                refined[s] =
                    index.try_emplace({part[s], behaviours[s]}, index.size()).first->second;
            const auto count = static_cast<uint32_t>(index.size());
            part = refined;
            if (count == parts) break;
            parts = count;
        }
        // State 0 is met first, so it stays 0.
        std::map<std::tuple<uint32_t, Filter, uint32_t>, std::set<Term>> merged;
        for (const Transition& t : a.transitions)
            merged[{part[t.from], t.filter, part[t.to]}].insert(t.letters.begin(), t.letters.end());
        std::set<Accept> accepts;
        for (const Accept& accept : a.accepts) accepts.insert({part[accept.state], accept.filter});
        Automaton result{parts, {}, {accepts.begin(), accepts.end()}, {}};
        for (const auto& [key, letters] : merged)
            result.transitions.push_back({std::get<0>(key),
                                          std::get<2>(key),
                                          std::get<1>(key),
                                          {letters.begin(), letters.end()}});
        return result;
    }

    const models::TermPool& pool_;
    const Facts& facts_;
    const AutomatonOptions options_;
    std::vector<std::vector<Silent>> silent_;
    std::vector<std::vector<std::pair<Term, uint32_t>>> steps_;
    uint32_t final_ = 0;
};

}  // namespace

Automaton make_automaton(const models::Model& model, const Facts& facts, Term term,
                         const AutomatonOptions& options) {
    return Construction(model, facts, options).run(term);
}

}  // namespace fencepost::encoders
