// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Hash-consing of relational terms. Simplification is kept to what nobody has to think
// about: the empty relation and equal operands. It matters because models written for one
// machine mention fences of others, and `try … with 0` leaves many empty operands.
#include "models/term.h"

#include <algorithm>

#include "ir/check.h"

namespace fencepost::models {

int arity(TermOp op) {
    switch (op) {
        case TermOp::BaseSet:
        case TermOp::BaseRelation:
        case TermOp::EmptySet:
        case TermOp::EmptyRelation:
        case TermOp::RecVar:
            return 0;
        case TermOp::Complement:
        case TermOp::Plus:
        case TermOp::Star:
        case TermOp::Opt:
        case TermOp::Inverse:
        case TermOp::Identity:
        case TermOp::Domain:
        case TermOp::Range:
            return 1;
        case TermOp::Union:
        case TermOp::Inter:
        case TermOp::Diff:
        case TermOp::Seq:
        case TermOp::Product:
            return 2;
    }
    return 0;
}

size_t TermPool::Hash::operator()(const Key& key) const {
    uint64_t h = static_cast<uint64_t>(key.op) + 1;
    for (uint64_t part : {key.a, key.b, key.imm}) h = (h ^ part) * 0x9E3779B97F4A7C15u;
    return h ^ (h >> 32);
}

TermPool::TermPool() {
    empty_set_ = intern({.op = TermOp::EmptySet, .type = Type::Set, .a = {}, .b = {}});
    empty_relation_ =
        intern({.op = TermOp::EmptyRelation, .type = Type::Relation, .a = {}, .b = {}});
    for (uint32_t i = 0; i < base_set_count; ++i)
        intern({.op = TermOp::BaseSet, .type = Type::Set, .a = {}, .b = {}, .imm = i});
    for (uint32_t i = 0; i < base_relation_count; ++i)
        intern({.op = TermOp::BaseRelation, .a = {}, .b = {}, .imm = i});
}

bool TermPool::is_base(Term t, BaseRelation relation) const {
    const TermNode& n = node(t);
    return n.op == TermOp::BaseRelation && n.imm == static_cast<uint32_t>(relation);
}

Term TermPool::base(BaseSet set) const { return Term{2 + static_cast<uint32_t>(set)}; }

Term TermPool::base(BaseRelation relation) const {
    return Term{2 + base_set_count + static_cast<uint32_t>(relation)};
}

Type TermPool::type_of(TermOp op, Term a, Term b) const {
    const Type ta = type(a);
    const auto expect = [&](bool fits) { CHECK(fits, "operand types of a term should fit"); };
    switch (op) {
        case TermOp::Union:
        case TermOp::Inter:
        case TermOp::Diff:
            expect(ta == type(b));
            return ta;
        case TermOp::Complement:
            return ta;
        case TermOp::Seq:
            expect(ta == Type::Relation && type(b) == Type::Relation);
            return Type::Relation;
        case TermOp::Plus:
        case TermOp::Star:
        case TermOp::Opt:
        case TermOp::Inverse:
            expect(ta == Type::Relation);
            return Type::Relation;
        case TermOp::Identity:
            expect(ta == Type::Set);
            return Type::Relation;
        case TermOp::Product:
            expect(ta == Type::Set && type(b) == Type::Set);
            return Type::Relation;
        case TermOp::Domain:
        case TermOp::Range:
            expect(ta == Type::Relation);
            return Type::Set;
        case TermOp::BaseSet:
        case TermOp::BaseRelation:
        case TermOp::EmptySet:
        case TermOp::EmptyRelation:
        case TermOp::RecVar:
            break;
    }
    CHECK(false, "make() should get an operator");
    return Type::Relation;
}

Term TermPool::make(TermOp op, Term a) {
    CHECK(arity(op) == 1, "operator should be unary");
    const Type type = type_of(op, a, {});
    const bool keeps_empty = op == TermOp::Plus || op == TermOp::Inverse ||
                             op == TermOp::Identity || op == TermOp::Domain || op == TermOp::Range;
    if (keeps_empty && is_empty(a)) return empty(type);
    return intern({.op = op, .type = type, .a = a, .b = {}});
}

Term TermPool::make(TermOp op, Term a, Term b) {
    CHECK(arity(op) == 2, "operator should be binary");
    const Type type = type_of(op, a, b);
    const bool any_empty = is_empty(a) || is_empty(b);
    switch (op) {
        case TermOp::Union:
            if (is_empty(a) || a == b) return b;
            if (is_empty(b)) return a;
            break;
        case TermOp::Inter:
            if (any_empty) return empty(type);
            if (a == b) return a;
            break;
        case TermOp::Diff:
            if (is_empty(a) || a == b) return empty(type);
            if (is_empty(b)) return a;
            break;
        default:  // Seq, Product
            if (any_empty) return empty(type);
            break;
    }
    return intern({.op = op, .type = type, .a = a, .b = b});
}

Term TermPool::intern(TermNode node) {
    const Key key{node.op, node.a.index, node.b.index, node.imm};
    const auto [it, is_new] = index_.try_emplace(key, size());
    if (is_new) {
        if (node.op == TermOp::RecVar) node.group = variables_[node.imm].group;
        for (Term operand : {node.a, node.b})
            if (operand.valid() && mentions_open_recursion(operand))
                node.group = nodes_[operand.index].group;
        nodes_.push_back(node);
    }
    return Term{it->second};
}

void TermPool::open_recursion() {
    if (open_depth_++ == 0) groups_.emplace_back();
}

Term TermPool::add_variable(std::string name) {
    CHECK(open_depth_ > 0, "a recursion variable should belong to an open group");
    const uint32_t index = static_cast<uint32_t>(variables_.size());
    const uint32_t group = static_cast<uint32_t>(groups_.size()) - 1;
    variables_.push_back({std::move(name), {}, {}, group});
    groups_.back().variables.push_back(index);
    const Term variable = intern({.op = TermOp::RecVar, .a = {}, .b = {}, .imm = index});
    variables_[index].variable = variable;
    return variable;
}

void TermPool::set_body(Term variable, Term body) {
    CHECK(node(variable).op == TermOp::RecVar, "only recursion variables have bodies");
    CHECK(type(body) == Type::Relation, "a recursive definition should be a relation");
    variables_[node(variable).imm].body = body;
}

void TermPool::close_recursion() {
    CHECK(open_depth_ > 0, "there should be an open group");
    if (--open_depth_ > 0) return;
    for (uint32_t v : groups_.back().variables)
        CHECK(variables_[v].body.valid(), "each recursion variable should have a body");
    groups_.back().end = size();
}

bool TermPool::mentions_open_recursion(Term t) const {
    return open_depth_ > 0 && node(t).group == static_cast<uint32_t>(groups_.size()) - 1;
}

}  // namespace fencepost::models
