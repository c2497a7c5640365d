// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// The text form of a program, to read, to debug with and to keep as a test:
//
//   program "MP" PPC
//   object x at 0x40000000 size 8
//   let %0 = (eq e3:64 1:64)
//   thread 0 "P0"
//     e0: write &x/8 = 1:64
//     e1: fence lwsync
//   …
//   observe "1:r3" = e4:64
//   condition exists %0 "1:r3=1"
//
// parse_text(print_text(p)) prints the same again (a test). docs/ir.md has the grammar.
#pragma once

#include <string>
#include <string_view>

#include "ir/program.h"

namespace fencepost::ir {

std::string print_text(const Program& program);

/// Throws InputError with line and column.
Program parse_text(std::string_view text, const std::string& file);

/// One expression, for messages and tables: what is deeply nested is left out.
std::string print_expr(const Program& program, Expr e);

}  // namespace fencepost::ir
