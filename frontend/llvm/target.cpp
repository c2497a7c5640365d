// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
//            POWER                          TSO             PSO
//   ld rlx   ld                             mov             ld
//   ld acq   ld; cmp; bc; isync             mov             ld
//   ld sc    sync; ld; cmp; bc; isync       mov             ld
//   st rlx   st                             mov             st
//   st rel   lwsync; st                     mov             stbar; st
//   st sc    sync; st                       mov; mfence     stbar; st; membar
//   rmw rel  lwsync; larx/stcx.             lock            (a locked one empties all buffers)
//   rmw acq  larx/stcx.; isync              lock
//   rmw sc   sync; larx/stcx.; isync        lock
//   fence    lwsync, sc: sync               sc: mfence      rel: stbar, sc: membar
#include "frontend/llvm/target.h"

namespace fencepost::frontend {

using ir::FenceKind;
using ir::Order;

std::optional<Target> find_target(std::string_view name) {
    if (name == "sc") return Target::Sc;
    if (name == "tso") return Target::Tso;
    if (name == "pso") return Target::Pso;
    if (name == "power") return Target::Power;
    if (name == "none") return Target::None;
    return std::nullopt;
}

namespace llvm_ir {

namespace {

bool acquires(Order order) {
    return order == Order::Acquire || order == Order::Consume || order == Order::AcqRel ||
           order == Order::SeqCst;
}

bool releases(Order order) {
    return order == Order::Release || order == Order::AcqRel || order == Order::SeqCst;
}

Mapping map_power(AccessKind kind, Order order) {
    Mapping m;
    if (order == Order::SeqCst)
        m.before = {FenceKind::Sync};
    else if (kind != AccessKind::Load && releases(order))
        m.before = {FenceKind::Lwsync};
    if (kind != AccessKind::Store && acquires(order)) {
        m.branch = true;
        m.after = {FenceKind::Isync};
    }
    return m;
}

Mapping map_store_buffers(Target target, AccessKind kind, Order order) {
    Mapping m;
    if (kind != AccessKind::Store) return m;
    if (target == Target::Pso && releases(order)) m.before = {FenceKind::Sfence};
    if (order == Order::SeqCst) m.after = {FenceKind::Mfence};
    return m;
}

}  // namespace

Mapping map_access(Target target, AccessKind kind, Order order) {
    switch (target) {
        case Target::Sc:
            return {};
        case Target::Tso:
        case Target::Pso:
            return map_store_buffers(target, kind, order);
        case Target::Power:
            return map_power(kind, order);
        case Target::None:
            return {.before = {}, .after = {}, .branch = false, .order = order};
    }
    return {};
}

std::vector<FenceKind> map_fence(Target target, Order order) {
    if (order == Order::Plain || order == Order::Relaxed) return {};
    switch (target) {
        case Target::Sc:
            return {};
        case Target::Tso:
            if (order == Order::SeqCst) return {FenceKind::Mfence};
            return {};
        case Target::Pso:
            if (order == Order::SeqCst) return {FenceKind::Mfence};
            if (releases(order)) return {FenceKind::Sfence};
            return {};
        case Target::Power:
            return {order == Order::SeqCst ? FenceKind::Sync : FenceKind::Lwsync};
        case Target::None:
            return {FenceKind::C11};
    }
    return {};
}

}  // namespace llvm_ir

}  // namespace fencepost::frontend
