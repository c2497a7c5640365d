// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// One round of lowering. Which objects several threads reach is not known beforehand, so
// lowering starts with "none is shared" and is repeated: each round treats the objects
// found so far as shared (their accesses are events), the others as private memory, and
// notes who touches what. When a round finds nothing new, its assumption has been checked
// by itself, and its program is the result.
//
// A Round is what all threads of one lowering have in common. Nothing here knows LLVM.
#pragma once

#include <set>

#include "frontend/llvm/event_builder.h"
#include "frontend/llvm/local_memory.h"
#include "frontend/llvm/pointers.h"
#include "frontend/llvm/target.h"

namespace fencepost::frontend::llvm_ir {

/// The state of a thread on one control path.
struct Path {
    ir::Expr guard;
    LocalMemory memory;
    /// How many atomic sections are open here, and which one it is.
    uint32_t section_depth = 0, section = 0;

    /// The same state under another guard.
    Path with(ir::Expr other) const { return {other, memory, section_depth, section}; }
};

/// A piece of shared memory that is accessed as a whole.
using CellMap = std::map<uint64_t, uint8_t>;

/// What one round learns for the next.
struct Knowledge {
    explicit Knowledge(Objects none) : objects(std::move(none)) {}

    Objects objects;
    /// Cells of shared objects, where code copies bytes without saying of which size.
    std::map<uint32_t, CellMap> cells;
    /// Memory safety: objects that a free may mean, and those whose address may be in memory.
    std::set<uint32_t> freeable, stored;
    /// Objects of atomic sections that are accessed outside of sections, too.
    std::set<uint32_t> sectioned;
    /// What calls through pointers in shared memory can mean: by place, functions.
    std::map<Objects::Key, std::set<uint32_t>> callees;
    /// main's writes before the first thread are initial values.
    bool fold_prefix = true;
};

/// Thrown when the prefix of main cannot be folded: start again without.
struct RestartUnfolded {};

struct Round {
    Round(Knowledge& known, std::string name, unsigned pointer_width_, Target target_, int unroll_)
        : knowledge(known),
          builder(std::move(name), "C"),
          pools{builder.exprs(), builder.deps()},
          pointers(builder.exprs(), known.objects),
          pointer_width(pointer_width_),
          target(target_),
          unroll(unroll_) {
        pools.gap = [this](const std::vector<Alternative>& sides) { return fill_gap(sides); };
    }
    Round(const Round&) = delete;
    Round& operator=(const Round&) = delete;

    Objects& objects() { return knowledge.objects; }
    /// Dependencies matter to the model.
    bool uses_dependencies() const {
        return target == frontend::Target::Power || target == frontend::Target::None;
    }
    /// Dependencies and store order matter to nobody: one access after the other.
    bool is_sequential() const { return target == frontend::Target::Sc; }
    /// An undefined number is any. To use an undefined pointer is a mistake of its own: the
    /// mistake that is looked for (memory safety), or one that is taken not to happen.
    ir::Expr fill_gap(const std::vector<Alternative>& sides);
    /// Number of events so far.
    ir::EventId events() const { return builder.event_count(); }

    Knowledge& knowledge;
    EventBuilder builder;
    Pools pools;
    PointerAnalysis pointers;
    unsigned pointer_width;
    Target target;
    int unroll;
    ir::Property property = ir::Property::Assert;
    /// See CSource.
    std::string error_function{};
    /// Names of source files as in the builder.
    std::vector<std::string> files;

    /// Memory when the first thread starts; other threads see it as initial.
    LocalMemory initial;
    bool threads_started = false;

    /// By object: threads that touch it while others may run.
    std::map<uint32_t, std::set<ir::ThreadId>> touched;
    /// Objects that turned out to be shared.
    std::set<uint32_t> promoted;
    /// Accesses whose size is not the program's choice (memcpy, memset).
    std::set<ir::EventId> flexible;
    /// Accesses in atomic sections: which section.
    std::map<ir::EventId, uint32_t> section_of;
    uint32_t sections = 0;
    std::set<std::string> notes;
    /// Deadlocks: when a thread waits for a mutex that it found taken, or for a thread that does
    /// not end (deadlock.cpp).
    struct Wait {
        ir::ThreadId thread;
        ir::Expr condition;
        /// Otherwise a thread.
        bool mutex = false;
    };
    std::vector<Wait> waits;
    /// When main left with pthread_exit: the others go on.
    ir::Expr main_left{};
    /// Leaks: what was allocated, when and where.
    struct Allocation {
        ir::Expr guard;
        ir::SourceLocation location;
    };
    std::map<uint32_t, Allocation> allocations;
    /// How many freeable objects were known when the round began.
    size_t freeable_known = knowledge.freeable.size();
    /// What is unsupported, with its place; executions are cut there.
    std::vector<std::string> refused;
    /// Calls through pointers that were read from shared memory: where, and the pointers.
    std::map<Objects::Key, std::vector<ir::Expr>> indirect;
    size_t steps = 0;
    /// See COptions.
    std::function<const char*()> stop{};
};

}  // namespace fencepost::frontend::llvm_ir
