// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Graphviz: a cluster for each thread; only po pulls nodes into place, so that columns stay
// columns.
#include <fmt/format.h>

#include "witness/picture.h"
#include "witness/style.h"

namespace fencepost::witness {

namespace {
std::string quoted(std::string_view text) {
    std::string out = "\"";
    for (char c : text) {
        if (c == '"' || c == '\\') out += '\\';
        out += c;
    }
    return out + '"';
}
}  // namespace

std::string to_dot(const Picture& picture) {
    std::string out = fmt::format(
        "digraph {} {{\n  node [shape=none, fontname=Helvetica];\n"
        "  edge [fontname=Helvetica];\n  label={}; labelloc=t;\n",
        quoted(picture.title), quoted(picture.title));
    for (uint32_t column = 0; column < picture.columns.size(); ++column) {
        std::string nodes;
        for (size_t i = 0; i < picture.nodes.size(); ++i) {
            const PictureNode& node = picture.nodes[i];
            if (node.column != column) continue;
            nodes += fmt::format("    n{} [label={}{}];\n", i, quoted(node.label),
                                 node.bad ? ", fontcolor=\"#c00000\"" : "");
        }
        if (nodes.empty()) continue;
        out += fmt::format("  subgraph cluster_{} {{\n    label={}; color=\"#c0c0c0\";\n{}  }}\n",
                           column, quoted(picture.columns[column]), nodes);
    }
    for (const PictureEdge& edge : picture.edges) {
        const bool po = edge.relation == "po";
        out += fmt::format("  n{} -> n{} [label={}, color=\"{}\", fontcolor=\"{}\"{}];\n",
                           edge.from, edge.to, quoted(edge.relation), colour(edge.relation),
                           colour(edge.relation), po ? ", weight=10" : ", constraint=false");
    }
    return out + "}\n";
}

}  // namespace fencepost::witness
