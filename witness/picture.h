// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// An execution as people of the field draw it: threads as columns, program order downwards,
// rf, co and fr in colour. One picture, rendered as Graphviz or as SVG of its own.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ir/execution.h"
#include "ir/program.h"

namespace fencepost::witness {

struct PictureNode {
    ir::EventId event = ir::no_event;
    /// "a: W[x]=1"
    std::string label;
    /// Column 0 is for initial writes; each thread that does something has one.
    uint32_t column = 0;
    uint32_t row = 0;
    /// The failed assertion.
    bool bad = false;
    /// Take: the lock whose write part it is, which has no node of its own.
    ir::EventId lock = ir::no_event;
};

struct PictureEdge {
    size_t from = 0, to = 0;
    /// po, rf, co, fr, addr, data, ctrl, rmw.
    std::string_view relation;
};

struct Picture {
    std::string title;
    /// Headings of the columns.
    std::vector<std::string> columns;
    std::vector<PictureNode> nodes;
    std::vector<PictureEdge> edges;
};

/// Shows accesses, fences and failed assertions, but not how threads start and end. po, co
/// and fr are reduced: the next event, the next write.
Picture make_picture(const ir::Program& program, const ir::Execution& execution);

std::string to_dot(const Picture& picture);
std::string to_svg(const Picture& picture);

/// "W[x]=1", "R[y]=0", "F sync": what an event did, without a name.
std::string describe_event(const ir::Program& program, const ir::Execution& execution,
                           ir::EventId event);

/// "access out of bounds: 4 bytes at x": what it means that an assertion fails.
std::string describe_failure(const ir::Program& program, const ir::Event& assertion);

/// "a" to "z", then "a1"…
std::string letter(size_t index);

}  // namespace fencepost::witness
