// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// From an assignment back to an execution. The solver is not believed: inputs, rf and the
// values of reads are taken from the assignment, everything else is evaluated from them, and
// then each read must have the value and the address of its source. Since no value depends on
// itself (checked too), values with that property are unique, so this is as good as replaying.
// Whether the model allows the execution is asked by the caller.
#include <algorithm>

#include "encoders/problem.h"
#include "ir/check.h"
#include "ir/evaluate.h"

namespace fencepost::encoders {

using ir::Event;
using ir::Expr;

ir::Execution Problem::decode(solvers::Backend& backend) {
    const uint32_t n = frame_.events();
    ir::Execution execution;
    execution.executed.assign(n, 0);
    execution.value.assign(n, 0);
    execution.address.assign(n, 0);
    execution.rf.assign(n, ir::no_event);
    execution.inputs.assign(program_.inputs().size(), 0);
    for (EventId id = 0; id < n; ++id)
        execution.executed[id] = backend.value(choices_.happens(id)) ? 1 : 0;
    for (EventId r : frame_.reads()) {
        if (!execution.executed[r]) continue;
        for (EventId w : frame_.sources(r).writes)
            if (execution.rf[r] == ir::no_event && backend.value(choices_.rf(w, r)))
                execution.rf[r] = w;
        if (execution.rf[r] == ir::no_event && backend.value(choices_.initial(r)))
            execution.rf[r] = ir::initial_write;
        CHECK(execution.rf[r] != ir::no_event, "a read that happens should have a source");
    }
    decode_values(execution);
    decode_co(execution, backend);
    return execution;
}

void Problem::decode_values(ir::Execution& execution) {
    const ir::ExprPool& pool = program_.exprs();
    ir::Evaluator evaluator(pool);
    if (!program_.inputs().empty()) {
        for (uint32_t i = 0; i < pool.size(); ++i)
            if (pool.node(Expr{i}).op == ir::Op::Input)
                execution.inputs[pool.node(Expr{i}).imm] = data_.value(Expr{i});
        for (uint32_t i = 0; i < execution.inputs.size(); ++i)
            evaluator.set_input(i, execution.inputs[i]);
    }
    for (EventId id = 0; id < frame_.events(); ++id) {
        const Event& e = program_.event(id);
        if (!e.is_read()) continue;
        if (execution.executed[id]) execution.value[id] = data_.value(e.value);
        evaluator.set_read(id, execution.value[id]);
    }
    for (EventId id = 0; id < frame_.events(); ++id) {
        const Event& e = program_.event(id);
        CHECK((evaluator.get(e.guard) != 0) == (execution.executed[id] != 0),
              "an event should happen iff its guard is true");
        if (!execution.executed[id]) continue;
        if (e.is_access()) execution.address[id] = evaluator.get(e.address);
        if (!e.is_read() && e.value.valid()) execution.value[id] = evaluator.get(e.value);
    }
    for (EventId r : frame_.reads()) {
        if (!execution.executed[r]) continue;
        const EventId w = execution.rf[r];
        if (w == ir::initial_write) {
            const auto initial =
                program_.initial_value(execution.address[r], program_.event(r).size);
            CHECK(initial && evaluator.get(*initial) == execution.value[r],
                  "a read of initial memory should have the initial value");
        } else {
            CHECK(execution.executed[w] && execution.address[w] == execution.address[r] &&
                      execution.value[w] == execution.value[r],
                  "a read should have the address and the value of its source");
        }
    }
    CHECK(!support_.has_value_cycle(execution), "no value should depend on itself");
}

void Problem::decode_co(ir::Execution& execution, solvers::Backend& backend) const {
    std::vector<std::pair<ir::Location, EventId>> accesses;
    for (EventId id = 0; id < frame_.events(); ++id)
        if (execution.executed[id] && program_.event(id).is_access())
            accesses.push_back({{execution.address[id], program_.event(id).size}, id});
    std::sort(accesses.begin(), accesses.end());
    for (size_t i = 0; i < accesses.size();) {
        ir::CoherenceOrder order{accesses[i].first, {}};
        for (; i < accesses.size() && accesses[i].first == order.location; ++i)
            if (program_.event(accesses[i].second).is_write())
                order.writes.push_back(accesses[i].second);
        // An order by pairs: the place of a write is how many are before it.
        std::vector<EventId> placed(order.writes.size(), ir::no_event);
        for (EventId w : order.writes) {
            size_t before = 0;
            for (EventId other : order.writes)
                if (other != w && backend.value(choices_.co(other, w))) ++before;
            CHECK(before < placed.size() && placed[before] == ir::no_event,
                  "co should be a total order");
            placed[before] = w;
        }
        order.writes = std::move(placed);
        execution.co.push_back(std::move(order));
    }
}

std::vector<Lit> Problem::signature(const ir::Execution& execution) {
    std::vector<Lit> literals;
    for (EventId id = 0; id < frame_.events(); ++id) {
        const Lit happens = choices_.happens(id);
        if (!is_constant(happens)) literals.push_back(execution.executed[id] ? happens : -happens);
        const EventId source = execution.rf[id];
        if (source == ir::no_event) continue;
        literals.push_back(source == ir::initial_write ? choices_.initial(id)
                                                       : choices_.rf(source, id));
    }
    for (const ir::CoherenceOrder& order : execution.co)
        for (size_t i = 1; i < order.writes.size(); ++i)
            literals.push_back(choices_.co(order.writes[i - 1], order.writes[i]));
    // Where co has no literal because places differ, that is part of the execution too.
    for (EventId a : frame_.writes()) {
        if (!execution.executed[a]) continue;
        frame_.may_co().for_each(a, [&](uint32_t b) {
            const Lit same = choices_.same_write(a, b);
            if (!execution.executed[b] || is_constant(same)) return;
            literals.push_back(execution.address[a] == execution.address[b] ? same : -same);
        });
    }
    std::sort(literals.begin(), literals.end());
    literals.erase(std::unique(literals.begin(), literals.end()), literals.end());
    std::erase(literals, true_lit);
    return literals;
}

}  // namespace fencepost::encoders
