// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Short ways to write litmus tests and to look at what became of them.
#pragma once

#include <string>
#include <vector>

#include "frontend/litmus/litmus.h"
#include "ir/errors.h"
#include "ir/text.h"

namespace fencepost::frontend {

inline ir::Program litmus(const std::string& text, int unroll = 2) {
    return parse_litmus(text, "t.litmus", {.unroll = unroll});
}

/// One PPC thread.
inline ir::Program ppc(const std::string& init, const std::string& code,
                       const std::string& condition = "exists (true)", int unroll = 2) {
    return litmus("PPC T\n{" + init + "}\nP0;\n" + code + "\n" + condition + "\n", unroll);
}

inline ir::Program x86(const std::string& init, const std::string& code,
                       const std::string& condition = "exists (true)") {
    return litmus("X86 T\n{" + init + "}\nP0;\n" + code + "\n" + condition + "\n");
}

inline std::string show(const ir::Program& program, ir::Expr e) {
    return ir::print_expr(program, e);
}

/// The reads in a dependency set.
inline std::vector<ir::EventId> reads(const ir::Program& program, ir::DepSet set) {
    std::vector<ir::EventId> result;
    for (const ir::Dependency& dependency : program.deps().get(set))
        result.push_back(dependency.read);
    return result;
}

/// "line:column message" of the error, or "no error".
inline std::string error_of(const std::string& text) {
    try {
        litmus(text);
    } catch (const ir::InputError& error) {
        return std::to_string(error.where().line) + ":" + std::to_string(error.where().column) +
               " " + error.message();
    }
    return "no error";
}

inline std::vector<std::string> labels(const ir::Program& program) {
    std::vector<std::string> result;
    for (const ir::Observed& item : program.observed()) result.push_back(item.label);
    return result;
}

}  // namespace fencepost::frontend
