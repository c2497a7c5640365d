// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Building and comparing the graph of an execution. Comparison is by value, against a copy
// of what mattered in the execution before, so callers may change executions in place.
//
// A dependency is there when its read happened and its guard is true. Guards are evaluated
// with 0 for reads that did not happen: a guard is a path condition, and where it mentions
// such a read it does so behind a condition that is false.
#include "models/event_graph.h"

#include <algorithm>

#include "ir/check.h"

namespace fencepost::models {

namespace {

constexpr uint32_t none = UINT32_MAX;

}  // namespace

EventGraph::EventGraph(const ir::Program& program)
    : program_(program), evaluator_(program.exprs()) {
    for (ir::EventId e = 0; e < program.events().size(); ++e)
        if (program.event(e).is_access()) accesses_.push_back(e);
    for (uint32_t i = 0; i < program.deps().size(); ++i)
        for (const ir::Dependency& d : program.deps().get(ir::DepSet{i}))
            if (!program.exprs().is_true(d.guard)) guards_.push_back(d.guard);
    std::sort(guards_.begin(), guards_.end());
    guards_.erase(std::unique(guards_.begin(), guards_.end()), guards_.end());
}

void EventGraph::update(const ir::Execution& execution, uint64_t now) {
    CHECK(execution.executed.size() == program_.events().size(),
          "the execution should be one of this program");
    // Both, always: each remembers its part of this execution.
    const bool new_guards = update_guards(execution);
    const bool new_skeleton = update_skeleton(execution);
    if (new_skeleton) build_nodes(execution);
    if (new_skeleton || new_guards || skeleton_changed_ == 0) skeleton_changed_ = now;

    new_rf_.clear();
    for (uint32_t read : reads_) {
        const ir::EventId source = execution.rf[nodes_[read].event];
        const uint32_t node = source == ir::initial_write ? initial_of_[read]
                              : source < node_of_.size()  ? node_of_[source]
                                                          : none;
        CHECK(node != none, "each executed read should read from an executed write");
        new_rf_.push_back(node);
    }
    if (new_rf_ != rf_) {
        rf_.swap(new_rf_);
        rf_changed_ = now;
    }

    new_co_.clear();
    for (uint32_t location = 0; location < execution.co.size(); ++location) {
        new_co_.push_back(location);
        for (ir::EventId write : execution.co[location].writes) {
            CHECK(write < node_of_.size() && node_of_[write] != none,
                  "co should order executed writes");
            new_co_.push_back(node_of_[write]);
        }
    }
    if (new_co_ != co_) {
        co_.swap(new_co_);
        co_changed_ = now;
    }
}

bool EventGraph::update_skeleton(const ir::Execution& execution) {
    // The locations of executed accesses, and those that have an initial write.
    new_access_locations_.clear();
    for (ir::EventId e : accesses_)
        if (execution.executed[e])
            new_access_locations_.push_back({execution.address[e], program_.event(e).size});
    for (const ir::CoherenceOrder& order : execution.co)
        new_access_locations_.push_back(order.location);
    if (executed_ == execution.executed && access_locations_ == new_access_locations_) return false;
    executed_ = execution.executed;
    access_locations_.swap(new_access_locations_);
    return true;
}

bool EventGraph::update_guards(const ir::Execution& execution) {
    if (guards_.empty()) return false;
    evaluator_.clear();
    for (uint32_t i = 0; i < execution.inputs.size(); ++i)
        evaluator_.set_input(i, execution.inputs[i]);
    for (ir::EventId e : accesses_)
        if (program_.event(e).is_read())
            evaluator_.set_read(e, execution.executed[e] ? execution.value[e] : 0);
    new_guard_values_.clear();
    for (ir::Expr guard : guards_)
        new_guard_values_.push_back(evaluator_.value(guard).value_or(0) != 0);
    if (guard_values_ == new_guard_values_) return false;
    guard_values_.swap(new_guard_values_);
    return true;
}

uint32_t EventGraph::initial_node(const ir::Execution& execution, ir::EventId access) const {
    const ir::Location location{execution.address[access], program_.event(access).size};
    const auto it = std::lower_bound(
        execution.co.begin(), execution.co.end(), location,
        [](const ir::CoherenceOrder& order, ir::Location l) { return order.location < l; });
    CHECK(it != execution.co.end() && it->location == location,
          "co should have an entry for each accessed location");
    return static_cast<uint32_t>(it - execution.co.begin());
}

void EventGraph::build_nodes(const ir::Execution& execution) {
    nodes_.clear();
    reads_.clear();
    initial_of_.clear();
    node_of_.assign(program_.events().size(), none);
    for (const ir::CoherenceOrder& order : execution.co) {
        initial_of_.push_back(size());
        nodes_.push_back({ir::initial_write, order.location});
    }
    for (const ir::Thread& thread : program_.threads()) {
        for (ir::EventId e : thread.events) {
            if (!execution.executed[e]) continue;
            node_of_[e] = size();
            if (program_.event(e).is_read()) reads_.push_back(size());
            if (program_.event(e).is_access()) {
                initial_of_.push_back(initial_node(execution, e));
                nodes_.push_back({e, {execution.address[e], program_.event(e).size}});
            } else {
                initial_of_.push_back(none);
                nodes_.push_back({e, {0, 0}});
            }
        }
    }
}

uint64_t EventGraph::changed(BaseRelation relation) const {
    switch (relation) {
        case BaseRelation::Rf:
            return std::max(skeleton_changed_, rf_changed_);
        case BaseRelation::Co:
            return std::max(skeleton_changed_, co_changed_);
        case BaseRelation::Fr:
            return std::max({skeleton_changed_, rf_changed_, co_changed_});
        default:
            return skeleton_changed_;
    }
}

const BitMatrix& EventGraph::get(BaseSet set) {
    Cached& cached = sets_[static_cast<unsigned>(set)];
    if (cached.built < skeleton_changed_) {
        cached.built = skeleton_changed_;
        cached.matrix.reset(1, size());
        for (uint32_t i = 0; i < size(); ++i)
            if (nodes_[i].is_initial() ? contains_initial_writes(set)
                                       : contains(set, program_.event(nodes_[i].event)))
                cached.matrix.set(0, i);
    }
    return cached.matrix;
}

const BitMatrix& EventGraph::get(BaseRelation relation) {
    Cached& cached = relations_[static_cast<unsigned>(relation)];
    if (cached.built < changed(relation)) {
        cached.built = changed(relation);
        cached.matrix.reset(size(), size());
        build(relation, cached.matrix);
    }
    return cached.matrix;
}

void EventGraph::build(BaseRelation relation, BitMatrix& m) {
    switch (relation) {
        case BaseRelation::Po:
            return build_po(m);
        case BaseRelation::Addr:
            return build_dependencies(m, &ir::Event::addr, false);
        case BaseRelation::Data:
            return build_dependencies(m, &ir::Event::data, false);
        case BaseRelation::Ctrl:
            return build_dependencies(m, &ir::Event::ctrl, true);
        case BaseRelation::Rmw:
            return build_dependencies(m, &ir::Event::rmw, false);
        case BaseRelation::Int:
            return build_threads(m, true);
        case BaseRelation::Ext:
            return build_threads(m, false);
        case BaseRelation::Id:
            return m.add_identity();
        case BaseRelation::Co:
            return build_co(m);
        case BaseRelation::Loc:
            for (uint32_t i = 0; i < size(); ++i)
                for (uint32_t j = 0; j < size(); ++j)
                    if (initial_of_[i] != none && initial_of_[i] == initial_of_[j]) m.set(i, j);
            return;
        case BaseRelation::Rf:
        case BaseRelation::Fr:
            break;
    }
    // fr: a read is before what overwrites its source.
    const BitMatrix* co = relation == BaseRelation::Fr ? &get(BaseRelation::Co) : nullptr;
    for (size_t i = 0; i < reads_.size(); ++i) {
        if (co)
            std::copy_n(co->row(rf_[i]), m.stride(), m.row(reads_[i]));
        else
            m.set(rf_[i], reads_[i]);
    }
}

void EventGraph::build_po(BitMatrix& m) const {
    // Backwards: what follows an event is what follows the next one, and that one.
    for (uint32_t i = size(); i-- > 1;) {
        const Node &before = nodes_[i - 1], &node = nodes_[i];
        if (before.is_initial() ||
            program_.event(before.event).thread != program_.event(node.event).thread)
            continue;
        std::copy_n(m.row(i), m.stride(), m.row(i - 1));
        m.set(i - 1, i);
    }
}

bool EventGraph::is_present(const ir::Dependency& dependency) const {
    if (node_of_[dependency.read] == none) return false;
    if (program_.exprs().is_true(dependency.guard)) return true;
    const auto it = std::lower_bound(guards_.begin(), guards_.end(), dependency.guard);
    return guard_values_[static_cast<size_t>(it - guards_.begin())] != 0;
}

void EventGraph::build_dependencies(BitMatrix& m, ir::DepSet ir::Event::* kind, bool is_control) {
    const BitMatrix* po = is_control ? &get(BaseRelation::Po) : nullptr;
    for (uint32_t i = 0; i < size(); ++i) {
        if (nodes_[i].is_initial()) continue;
        const ir::DepSet set = program_.event(nodes_[i].event).*kind;
        for (const ir::Dependency& d : program_.deps().get(set)) {
            if (!is_present(d)) continue;
            const uint32_t read = node_of_[d.read];
            if (!is_control) {
                m.set(read, i);
                continue;
            }
            // Control reaches everything after the branch.
            for (uint32_t w = 0; w < m.stride(); ++w) m.row(read)[w] |= po->row(i)[w];
        }
    }
}

void EventGraph::build_threads(BitMatrix& m, bool same) const {
    const auto thread = [&](uint32_t i) {
        return nodes_[i].is_initial() ? ir::no_thread : program_.event(nodes_[i].event).thread;
    };
    for (uint32_t i = 0; i < size(); ++i) {
        for (uint32_t j = 0; j < size(); ++j) {
            const bool both_initial = nodes_[i].is_initial() && nodes_[j].is_initial();
            if (!both_initial && (thread(i) == thread(j)) == same) m.set(i, j);
        }
    }
}

void EventGraph::build_co(BitMatrix& m) const {
    // co_ lists each location as: initial write (a node below the number of locations, the
    // only such node in its list), then the writes in order. Backwards, as for po.
    for (size_t k = co_.size(); k-- > 1;) {
        const uint32_t before = co_[k - 1], node = co_[k];
        if (nodes_[node].is_initial()) continue;
        std::copy_n(m.row(node), m.stride(), m.row(before));
        m.set(before, node);
    }
}

}  // namespace fencepost::models
