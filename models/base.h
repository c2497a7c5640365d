// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// The base sets and relations of every model, from models/base.def, ir/fence.def and
// ir/order.def. A name is typed once: the parser, the checker and the encoders all go
// through this table.
//
//   _ M R W F B    all events; accesses; reads; writes (initial ones too); fences;
//                  branches, assumes and asserts
//   IW X           initial writes; accesses of lwarx/stwcx., locked instructions, C11 RMWs
//   SYNC … SC      fences of one kind; accesses and fences of one C11 order
//   po             same thread, program order, between all executed events
//   addr data ctrl rmw   recorded dependencies (ir/deps.h); ctrl reaches every event after
//                  the branch
//   loc            accesses of one location, reflexive
//   int ext        same thread (reflexive); different threads. An initial write is external
//                  to every thread; two initial writes are in neither, as in herd
//   id             identity
//   rf co fr       reads-from; coherence, initial write first; from-reads = rf^-1;co
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "ir/event.h"

namespace fencepost::models {

enum class BaseSet : uint8_t {
#define BASE_SET(name, text) name,
#include "models/base.def"
#undef BASE_SET
#define FENCE_KIND(name, text, set) Fence##name,
#include "ir/fence.def"
#undef FENCE_KIND
#define ORDER(name, text, set) Order##name,
#include "ir/order.def"
#undef ORDER
};

enum class BaseRelation : uint8_t {
#define BASE_RELATION(name, text, when) name,
#include "models/base.def"
#undef BASE_RELATION
};

constexpr unsigned base_set_count = 0
#define BASE_SET(name, text) +1
#include "models/base.def"
#undef BASE_SET
#define FENCE_KIND(name, text, set) +1
#include "ir/fence.def"
#undef FENCE_KIND
#define ORDER(name, text, set) +1
#include "ir/order.def"
#undef ORDER
    ;

constexpr unsigned base_relation_count = 0
#define BASE_RELATION(name, text, when) +1
#include "models/base.def"
#undef BASE_RELATION
    ;

std::string_view name(BaseSet set);
std::string_view name(BaseRelation relation);
std::optional<BaseSet> find_base_set(std::string_view name);
std::optional<BaseRelation> find_base_relation(std::string_view name);

/// rf, co, fr: chosen by the engine, not given by the program.
bool is_dynamic(BaseRelation relation);

/// Is this event (not an initial write) in the set?
bool contains(BaseSet set, const ir::Event& event);
/// Are initial writes in the set?
bool contains_initial_writes(BaseSet set);

}  // namespace fencepost::models
