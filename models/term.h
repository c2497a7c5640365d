// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Terms of relational algebra, as a hash-consed DAG: structurally equal terms have equal
// handles. Each term is a set of events or a relation between events. Operands are created
// before their users, so index order is a topological order, except for recursion variables:
// a variable stands for a body that is created after it.
//
//   TermPool pool;
//   Term rf = pool.base(BaseRelation::Rf), ext = pool.base(BaseRelation::Ext);
//   Term rfe = pool.make(TermOp::Inter, rf, ext);
//
// `let rec a = … and b = …` is a recursion group; its variables denote the least fixpoint
// of their bodies taken together. A group inside another one joins it: for monotone bodies
// the nested and the simultaneous least fixpoint are the same (Bekić).
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "models/base.h"

namespace fencepost::models {

enum class Type : uint8_t { Set, Relation };

enum class TermOp : uint8_t {
    BaseSet,
    BaseRelation,
    EmptySet,
    EmptyRelation,
    Union,
    Inter,
    Diff,
    Complement,
    Seq,
    Plus,
    Star,
    Opt,
    Inverse,
    /// [S]: identity on a set.
    Identity,
    /// S * T.
    Product,
    Domain,
    Range,
    RecVar,
};

/// Number of operands; a recursion variable has none (its body is not an operand).
int arity(TermOp op);

/// Handle of a term in one pool; `Term{}` is "no term".
struct Term {
    uint32_t index = UINT32_MAX;

    bool valid() const { return index != UINT32_MAX; }
    auto operator<=>(const Term&) const = default;
};

constexpr uint32_t no_group = UINT32_MAX;

struct TermNode {
    TermOp op = TermOp::EmptyRelation;
    Type type = Type::Relation;
    /// Operands; unused ones are invalid.
    Term a, b;
    /// Base set, base relation or recursion variable; otherwise 0.
    uint32_t imm = 0;
    /// The recursion group whose variables this term contains and inside whose definition it
    /// was made: it is evaluated as part of that fixpoint. Not part of the term's identity.
    uint32_t group = no_group;
};

struct RecursionVariable {
    std::string name;
    Term variable;
    /// Valid once the group is closed.
    Term body;
    uint32_t group = 0;
};

struct RecursionGroup {
    /// Indices into variables().
    std::vector<uint32_t> variables;
    /// Terms from this index on were made when the group was closed.
    uint32_t end = UINT32_MAX;
};

class TermPool {
  public:
    TermPool();

    const TermNode& node(Term t) const { return nodes_[t.index]; }
    Type type(Term t) const { return nodes_[t.index].type; }
    uint32_t size() const { return static_cast<uint32_t>(nodes_.size()); }
    bool is_empty(Term t) const { return t == empty_set_ || t == empty_relation_; }
    bool is_base(Term t, BaseRelation relation) const;

    // Base terms are there from the start.
    Term base(BaseSet set) const;
    Term base(BaseRelation relation) const;
    Term empty(Type type) const { return type == Type::Set ? empty_set_ : empty_relation_; }

    // Operators. Operand types must fit (CHECK); a caller with user input checks first.
    // The only simplifications are those with empty and with equal operands.
    Term make(TermOp op, Term a);
    Term make(TermOp op, Term a, Term b);

    // Recursion. Bodies must be monotone in the variables: see mentions_open_recursion().
    void open_recursion();
    Term add_variable(std::string name);
    void set_body(Term variable, Term body);
    void close_recursion();
    /// Contains a variable of the group that is being defined: such a term must not be
    /// complemented or subtracted.
    bool mentions_open_recursion(Term t) const;

    const std::vector<RecursionVariable>& variables() const { return variables_; }
    const std::vector<RecursionGroup>& groups() const { return groups_; }

  private:
    struct Key {
        TermOp op;
        uint32_t a, b, imm;
        bool operator==(const Key&) const = default;
    };
    struct Hash {
        size_t operator()(const Key& key) const;
    };

    Type type_of(TermOp op, Term a, Term b) const;
    Term intern(TermNode node);

    std::vector<TermNode> nodes_;
    std::unordered_map<Key, uint32_t, Hash> index_;
    std::vector<RecursionVariable> variables_;
    std::vector<RecursionGroup> groups_;
    unsigned open_depth_ = 0;
    Term empty_set_, empty_relation_;
};

}  // namespace fencepost::models
