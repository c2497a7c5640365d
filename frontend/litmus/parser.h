// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Text to ast.h: header line, free metadata, initial state, table of code (parser.cpp),
// locations and final condition (condition_parser.cpp).
#pragma once

#include <string>
#include <string_view>

#include "frontend/litmus/ast.h"
#include "frontend/litmus/cursor.h"

namespace fencepost::frontend::litmus {

/// The result refers to `text`. Throws ir::InputError.
Test parse(std::string_view text, const std::string& file);

// Shared by the parts of the parser.

/// `0:r1`, `P0:r1`, `%x`, `0:%x`, `x` or `[x]`.
Place parse_place(Cursor& cursor);
bool at_place(const Cursor& cursor);
/// Whether a register with its thread (`0:r1`, `P0:r1`) is next.
bool at_register(const Cursor& cursor);
/// A number or the name of a location.
Constant parse_constant(Cursor& cursor);
/// Everything after the code.
void parse_final_part(Cursor& cursor, Test& test);
/// Whether the table of code ends here.
bool at_final_part(const Cursor& cursor);

}  // namespace fencepost::frontend::litmus
