// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// A fixpoint: addresses from what reads may return, what reads may return from the writes
// that may go to their addresses. Most programs have no pointers in shared memory and are
// done after one step.
#include "frontend/llvm/shared_pointers.h"

#include <algorithm>
#include <numeric>

namespace fencepost::frontend::llvm_ir {

using ir::EventId;
using ir::EventKind;

SharedPointers::SharedPointers(Round& round)
    : round_(round), analysis_(round.pools.exprs, round.knowledge.objects, [this](EventId id) {
          const auto found = value_.find(id);
          return found == value_.end() ? Pointees{{{no_object, 0, 1}}, false} : found->second;
      }) {
    for (EventId id = 0; id < round.events(); ++id) {
        const ir::Event& e = round.builder.event(id);
        if (e.is_access() && !is_about_threads(e.kind)) accesses_.push_back(id);
        if (e.kind == EventKind::ThreadEnd) results_[e.target] = e.value;
    }
    while (step()) {
    }
}

bool SharedPointers::step() {
    analysis_.forget();
    writes_.clear();
    for (EventId id : accesses_) {
        const ir::Event& e = round_.builder.event(id);
        address_[id] = analysis_.of(e.address);
        if (!e.is_write()) continue;
        for (const Pointee& p : address_[id].list) writes_[p.object].push_back(id);
    }
    bool changed = false;
    for (EventId id = 0; id < round_.events(); ++id) {
        const ir::Event& e = round_.builder.event(id);
        Pointees now;
        if (e.kind == EventKind::ThreadJoin)
            now = analysis_.of(results_.at(e.target));
        else if (e.kind == EventKind::Read && 8u * e.size >= round_.pointer_width)
            now = stored_at(id);
        else
            continue;
        Pointees& known = value_[id];
        now.add(known);
        if (now == known) continue;
        known = std::move(now);
        changed = true;
    }
    return changed;
}

Pointees SharedPointers::stored_at(EventId read) {
    Pointees result;
    result.add({no_object, 0, 1});
    const uint8_t size = round_.builder.event(read).size;
    for (const Pointee& p : address_.at(read).list) {
        if (p.object == no_object) continue;
        if (const Content* content = round_.initial.find(p.object))
            for (uint64_t offset : offsets(round_.objects(), p, size)) {
                const Value value = load(round_.pools, *content, offset, size);
                if (value.expr.valid()) result.add(analysis_.of(value.expr));
            }
        const auto found = writes_.find(p.object);
        if (found == writes_.end()) continue;
        for (EventId write : found->second)
            if (overlap(read, write, p.object))
                result.add(analysis_.of(round_.builder.event(write).value));
    }
    return result;
}

bool SharedPointers::overlap(EventId read, EventId write, uint32_t object) const {
    const int64_t r_size = round_.builder.event(read).size;
    const int64_t w_size = round_.builder.event(write).size;
    for (const Pointee& r : address_.at(read).list)
        for (const Pointee& w : address_.at(write).list) {
            if (r.object != object || w.object != object) continue;
            if (r.bounded() && w.bounded() &&
                (__int128{w.lowest()} - r.highest() >= r_size ||
                 __int128{r.lowest()} - w.highest() >= w_size))
                continue;
            const auto step = static_cast<int64_t>(std::gcd(r.stride, w.stride));
            int64_t distance = w.offset - r.offset;
            if (step == 0) {
                if (distance > -w_size && distance < r_size) return true;
                continue;
            }
            distance %= step;
            if (distance < 0) distance += step;
            if (distance < r_size || step - distance < w_size) return true;
        }
    return false;
}

}  // namespace fencepost::frontend::llvm_ir
