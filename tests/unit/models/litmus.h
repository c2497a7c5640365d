// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Small programs and their executions, by hand: what the tests of models/ judge.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "ir/builder.h"
#include "ir/execution.h"

namespace fencepost::models::test {

/// Builds threads of plain accesses to x, y, z… (location 0, 1, 2…).
class Litmus {
  public:
    explicit Litmus(unsigned threads, unsigned locations = 3)
        : builder_("test", "PPC"), locations_(locations) {
        for (unsigned i = 0; i < locations; ++i)
            builder_.add_object({.name = std::string(1, static_cast<char>('x' + i)),
                                 .address = address(i),
                                 .size = 8,
                                 .cells = {}});
        for (unsigned i = 0; i < threads; ++i) builder_.add_thread("P" + std::to_string(i));
    }

    static uint64_t address(unsigned location) { return 0x1000 + 16 * location; }
    ir::Builder& builder() { return builder_; }
    unsigned locations() const { return locations_; }

    ir::DepSet on(ir::EventId read) { return builder_.deps().single(builder_.exprs(), read); }

    ir::EventId read(ir::ThreadId t, unsigned location, ir::DepSet addr = {},
                     bool exclusive = false) {
        return builder_.read(t, access(location, addr, exclusive));
    }
    ir::EventId write(ir::ThreadId t, unsigned location, ir::DepSet addr = {}, ir::DepSet data = {},
                      ir::DepSet rmw = {}) {
        return builder_.write(t, access(location, addr, !rmw.empty()),
                              builder_.exprs().constant(64, 1), data, rmw);
    }
    ir::EventId fence(ir::ThreadId t, ir::FenceKind kind) {
        return builder_.fence(t, kind, builder_.true_(), {});
    }
    ir::EventId branch(ir::ThreadId t, ir::DepSet ctrl) {
        return builder_.branch(t, builder_.true_(), builder_.true_(), ctrl, {});
    }

    ir::Program finish() && { return std::move(builder_).finish(); }

  private:
    ir::Access access(unsigned location, ir::DepSet addr, bool exclusive) {
        ir::Access a;
        a.guard = builder_.true_();
        a.address = builder_.exprs().constant(64, address(location));
        a.size = 8;
        a.exclusive = exclusive;
        a.addr = addr;
        return a;
    }

    ir::Builder builder_;
    unsigned locations_;
};

/// All events happen, all reads read initial memory, co follows event numbers.
inline ir::Execution first_execution(const ir::Program& program) {
    ir::Execution e;
    const size_t n = program.events().size();
    e.executed.assign(n, 1);
    e.value.assign(n, 0);
    e.address.assign(n, 0);
    e.rf.assign(n, ir::no_event);
    for (ir::EventId id = 0; id < n; ++id) {
        const ir::Event& event = program.event(id);
        if (!event.is_access()) continue;
        e.address[id] = program.exprs().node(event.address).imm;
        if (event.is_read()) e.rf[id] = ir::initial_write;
        const ir::Location location{e.address[id], event.size};
        auto it = std::find_if(e.co.begin(), e.co.end(),
                               [&](const auto& order) { return order.location == location; });
        if (it == e.co.end()) it = e.co.insert(it, {location, {}});
        if (event.is_write()) it->writes.push_back(id);
    }
    std::sort(e.co.begin(), e.co.end(),
              [](const auto& a, const auto& b) { return a.location < b.location; });
    return e;
}

}  // namespace fencepost::models::test
