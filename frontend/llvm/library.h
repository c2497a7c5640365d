// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// The functions that programs use and do not define: pthread, libc and C++'s runtime as far
// as they can be written in C over a few primitives (library/*.c). They are compiled when
// Fencepost is built and linked into the program, those that it uses, when it is checked.
#pragma once

#include <llvm/IR/Module.h>

#include <string_view>

namespace fencepost::frontend::llvm_ir {

/// Adds what the program uses. Throws ir::InputError if a function cannot be linked.
void link_library(llvm::Module& program);

/// A function of the library or of a header of the system: events in it belong to the place
/// of the call.
bool is_library(const llvm::Function& function);

/// The bitcode of the whole library for a size of pointers; in a generated file.
std::string_view library_bitcode(unsigned pointer_width);

/// Functions that the lowering calls when they are there: at the end of a thread, of a thread
/// other than main, and after main.
constexpr const char* thread_objects_function = "__fencepost_thread_exit_objects";
constexpr const char* thread_keys_function = "__fencepost_thread_exit_keys";
constexpr const char* program_exit_function = "__fencepost_program_exit";

}  // namespace fencepost::frontend::llvm_ir
