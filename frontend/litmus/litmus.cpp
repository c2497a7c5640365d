// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
#include "frontend/litmus/litmus.h"

#include <fmt/format.h>

#include "frontend/litmus/lower.h"
#include "frontend/litmus/parser.h"

namespace fencepost::frontend {

ir::Program parse_litmus(std::string_view text, const std::string& file,
                         const LitmusOptions& options) {
    const litmus::Test test = litmus::parse(text, file);
    return litmus::lower(test, file, options.unroll);
}

std::string format_value(const ir::Program& program, uint64_t value) {
    for (const ir::MemoryObject& object : program.objects())
        if (object.address == value) return object.name;
    return fmt::format("{}", static_cast<int64_t>(value));
}

}  // namespace fencepost::frontend
