// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// The table behind models/base.h. Membership of events in sets is defined here and nowhere
// else, so that the checker and the encoders cannot disagree about it.
#include "models/base.h"

#include <iterator>

#include "ir/check.h"

namespace fencepost::models {

namespace {

constexpr std::string_view set_names[] = {
#define BASE_SET(name, text) text,
#include "models/base.def"
#undef BASE_SET
#define FENCE_KIND(name, text, set) set,
#include "ir/fence.def"
#undef FENCE_KIND
#define ORDER(name, text, set) set,
#include "ir/order.def"
#undef ORDER
};
static_assert(std::size(set_names) == base_set_count);

constexpr std::string_view relation_names[] = {
#define BASE_RELATION(name, text, when) text,
#include "models/base.def"
#undef BASE_RELATION
};
static_assert(std::size(relation_names) == base_relation_count);

enum class When { Static, Dynamic };

constexpr When relation_when[] = {
#define BASE_RELATION(name, text, when) When::when,
#include "models/base.def"
#undef BASE_RELATION
};

bool is_branch(ir::EventKind kind) {
    return kind == ir::EventKind::Branch || kind == ir::EventKind::Assume ||
           kind == ir::EventKind::Assert;
}

/// Branches have no order of their own, so they are in no order's set.
bool has_order(const ir::Event& event, ir::Order order) {
    return (event.is_access() || event.is_fence()) && event.order == order;
}

}  // namespace

std::string_view name(BaseSet set) { return set_names[static_cast<unsigned>(set)]; }

std::string_view name(BaseRelation relation) {
    return relation_names[static_cast<unsigned>(relation)];
}

std::optional<BaseSet> find_base_set(std::string_view name) {
    for (unsigned i = 0; i < base_set_count; ++i)
        if (set_names[i] == name) return static_cast<BaseSet>(i);
    return std::nullopt;
}

std::optional<BaseRelation> find_base_relation(std::string_view name) {
    for (unsigned i = 0; i < base_relation_count; ++i)
        if (relation_names[i] == name) return static_cast<BaseRelation>(i);
    return std::nullopt;
}

bool is_dynamic(BaseRelation relation) {
    return relation_when[static_cast<unsigned>(relation)] == When::Dynamic;
}

bool contains(BaseSet set, const ir::Event& event) {
    switch (set) {
        case BaseSet::All:
            return true;
        case BaseSet::Memory:
            return event.is_access();
        case BaseSet::Reads:
            return event.is_read();
        case BaseSet::Writes:
            return event.is_write();
        case BaseSet::InitialWrites:
            return false;
        case BaseSet::Fences:
            return event.is_fence();
        case BaseSet::Branches:
            return is_branch(event.kind);
        case BaseSet::Exclusive:
            return event.is_access() && event.exclusive;
#define FENCE_KIND(name, text, set) \
    case BaseSet::Fence##name:      \
        return event.is_fence() && event.fence == ir::FenceKind::name;
#include "ir/fence.def"
#undef FENCE_KIND
#define ORDER(name, text, set) \
    case BaseSet::Order##name: \
        return has_order(event, ir::Order::name);
#include "ir/order.def"
#undef ORDER
    }
    CHECK(false, "base set should be one of base.def");
    return false;
}

bool contains_initial_writes(BaseSet set) {
    return set == BaseSet::All || set == BaseSet::Memory || set == BaseSet::Writes ||
           set == BaseSet::InitialWrites || set == BaseSet::OrderPlain;
}

}  // namespace fencepost::models
