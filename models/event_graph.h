// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// An execution as a graph: its nodes and the base sets and relations over them, as matrices.
//
// Engines present thousands of executions that differ only in rf and co. The graph notices
// what is the same as last time: the *skeleton* (which events happened, at which locations,
// which guarded dependencies are there), rf, and co have a time stamp each, and a base
// relation is rebuilt, on demand, only when what it comes from has changed.
#pragma once

#include <vector>

#include "ir/evaluate.h"
#include "ir/execution.h"
#include "ir/program.h"
#include "models/base.h"
#include "models/bit_matrix.h"

namespace fencepost::models {

struct Node {
    /// ir::initial_write for the initial write of `location`.
    ir::EventId event = ir::no_event;
    /// Of accesses and initial writes.
    ir::Location location;

    bool is_initial() const { return event == ir::initial_write; }
    bool operator==(const Node&) const = default;
};

class EventGraph {
  public:
    /// The program must outlive the graph.
    explicit EventGraph(const ir::Program& program);

    /// Takes the execution as the current one; what differs from the one before gets time
    /// stamp `now`, which must grow from call to call.
    void update(const ir::Execution& execution, uint64_t now);

    /// Initial writes first, then threads one after the other in program order.
    const std::vector<Node>& nodes() const { return nodes_; }
    uint32_t size() const { return static_cast<uint32_t>(nodes_.size()); }

    // When did it last change?
    uint64_t skeleton_changed() const { return skeleton_changed_; }
    uint64_t changed(BaseRelation relation) const;

    // Valid until the next update().
    const BitMatrix& get(BaseSet set);
    const BitMatrix& get(BaseRelation relation);

  private:
    struct Cached {
        uint64_t built = 0;
        BitMatrix matrix;
    };

    bool update_skeleton(const ir::Execution& execution);
    bool update_guards(const ir::Execution& execution);
    void build_nodes(const ir::Execution& execution);
    void build(BaseRelation relation, BitMatrix& m);
    void build_po(BitMatrix& m) const;
    void build_dependencies(BitMatrix& m, ir::DepSet ir::Event::* kind, bool is_control);
    void build_threads(BitMatrix& m, bool same) const;
    void build_co(BitMatrix& m) const;
    bool is_present(const ir::Dependency& dependency) const;
    uint32_t initial_node(const ir::Execution& execution, ir::EventId access) const;

    const ir::Program& program_;
    /// Of the program, whether executed or not.
    std::vector<ir::EventId> accesses_;
    std::vector<Node> nodes_;
    /// Nodes that are reads.
    std::vector<uint32_t> reads_;
    /// By event; UINT32_MAX if it did not happen.
    std::vector<uint32_t> node_of_;
    /// By node: that of the initial write of its location, UINT32_MAX if it has none.
    std::vector<uint32_t> initial_of_;

    // The last execution, as far as it matters for comparison.
    std::vector<uint8_t> executed_;
    std::vector<ir::Location> access_locations_, new_access_locations_;
    /// Source node of each of reads_.
    std::vector<uint32_t> rf_, new_rf_;
    /// Nodes of all coherence orders one after the other, each led by its initial write.
    std::vector<uint32_t> co_, new_co_;

    /// Guards of dependencies that are not constantly true, and their values.
    std::vector<ir::Expr> guards_;
    std::vector<uint8_t> guard_values_, new_guard_values_;
    ir::Evaluator evaluator_;

    uint64_t skeleton_changed_ = 0, rf_changed_ = 0, co_changed_ = 0;
    Cached sets_[base_set_count];
    Cached relations_[base_relation_count];
};

}  // namespace fencepost::models
