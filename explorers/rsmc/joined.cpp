// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Read-modify-writes that POWER may be explored with as if they were one step.
//
// Under cb_power an access behind a read-modify-write (r, w) may depend on r and not on w: it
// can be committed between the two, and a run that splits them may still be cut to one that
// does not (atomicity.h). Following such runs can cost far more than all traces. But
// commit-before may be larger than cb_power, as long as no allowed execution has a cycle of
// it. We add, for a *joined* pair,
//
//     w -> x      for each x behind w with r -> x,
//     z -> r      for each write z that lwsync or eieio orders before w,
//
// where joined means: nothing but branches on r stands between r and w in program order, both
// access the same address, and what w depends on is r, or before r in cb_power by itself.
//
// A cycle enters a thread by a read a and leaves it by a write b. On the way from a to b, an
// added edge can be avoided. What comes before w -> x is either r, and r -> x; or some y with
// y -> r -> x; or a write z that a fence orders before w, and then before b, too, since b is a
// write behind that fence: z -> b. In the same way z -> r is followed by some b with z -> b.
// So there would be a cycle of cb_power, and allowed executions have none.
//
// With these edges w is enabled as soon as r is committed, and everything that waits for r
// waits for w: read-modify-writes are then what they are under SC.
#include <algorithm>

#include "explorers/rsmc/layout.h"

namespace fencepost::explorers::traces {

namespace {

bool orders_reads(const Step& step) {
    return step.is_fence && (step.fence == FenceClass::Strong || step.fence == FenceClass::Lwsync);
}

}  // namespace

/// A fence that happens whenever the access does stands between the two.
bool Layout::is_fenced(uint32_t read, uint32_t access) const {
    const AccessLayout &y = accesses[read], &a = accesses[access];
    if (y.thread != a.thread || y.step >= a.step) return false;
    const std::vector<Step>& thread = steps[a.thread];
    const auto guard = [&](uint32_t k) { return program.event(thread[k].event).guard; };
    for (uint32_t k = y.step + 1; k < a.step; ++k)
        if (orders_reads(thread[k]) &&
            (guard(k) == guard(a.step) || program.exprs().is_true(guard(k))))
            return true;
    return false;
}

bool Layout::is_joined(uint32_t r, uint32_t w) const {
    const AccessLayout &read = accesses[r], &write = accesses[w];
    const ir::Event &re = program.event(read.event), &we = program.event(write.event);
    if (w != r + 1 || read.thread != write.thread || read.role != Role::None ||
        write.role != Role::None || re.address != we.address || re.size != we.size ||
        re.addr != we.addr)
        return false;
    const auto is_r = [&](const LayoutDependency& d) { return d.read == r; };
    const bool is_alone = write.rmw.size() == 1 && read.rmw_writes.size() == 1 &&
                          is_r(write.rmw[0]) && write.rmw[0].guard.is_constant();
    if (!is_alone) return false;
    for (uint32_t k = read.step + 1; k < write.step; ++k) {
        const Step& step = steps[read.thread][k];
        if (step.is_fence || !std::all_of(step.ctrl.begin(), step.ctrl.end(), is_r)) return false;
    }
    return std::all_of(
               write.data.begin(), write.data.end(),
               [&](const LayoutDependency& d) { return is_r(d) || is_fenced(d.read, r); }) &&
           std::all_of(write.own_control.begin(), write.own_control.end(),
                       [&](uint32_t read_before) { return read_before == r; });
}

void Layout::find_joined() {
    for (uint32_t r = 0; r + 1 < accesses.size(); ++r) {
        if (accesses[r].rmw_writes.empty() || !is_joined(r, r + 1)) continue;
        accesses[r].joined = r + 1;
        accesses[r + 1].joined = r;
    }
}

}  // namespace fencepost::explorers::traces
