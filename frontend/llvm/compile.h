// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// From files to one LLVM module that is ready to be lowered.
#pragma once

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <memory>

#include "frontend/llvm/c_frontend.h"
#include "ir/errors.h"

namespace fencepost::frontend::llvm_ir {

/// Compiles, loads and links. Throws ir::InputError; the compiler's messages go to stderr.
std::unique_ptr<llvm::Module> compile(const CSource& source, llvm::LLVMContext& context,
                                      std::vector<ir::Position>& overflows);

/// Runs the passes; see the list in passes.cpp.
void run_passes(llvm::Module& module, const std::string& print_after, bool keep_accesses);

}  // namespace fencepost::frontend::llvm_ir
