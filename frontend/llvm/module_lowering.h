// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// What the threads of one round share on the LLVM side: layouts of functions, addresses and
// initial contents of globals, constants, source locations, and the threads themselves.
#pragma once

#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Module.h>

#include "frontend/llvm/layout.h"
#include "frontend/llvm/round.h"
#include "ir/errors.h"

namespace fencepost::frontend::llvm_ir {

/// Layouts outlive rounds.
using Layouts = std::unordered_map<const llvm::Function*, std::unique_ptr<Layout>>;

/// A thread that was created.
struct ThreadInfo {
    /// What pthread_create stores.
    uint64_t handle = 0;
    bool ended = false;
    Value result;
    ir::Expr end_guard;
};

class ModuleLowering {
  public:
    ModuleLowering(llvm::Module& module, Layouts& layouts, Round& round)
        : module_(module), layouts_(layouts), round_(round) {}

    Round& round() { return round_; }
    llvm::Module& module() { return module_; }
    const llvm::DataLayout& data_layout() const { return module_.getDataLayout(); }
    unsigned pointer_width() const { return data_layout().getPointerSizeInBits(); }
    const Layout& layout(const llvm::Function& function);

    /// Memory at the start of the program.
    LocalMemory initial_memory();
    /// The object of a global, function or (per thread) thread-local variable.
    uint32_t object_of(const llvm::GlobalValue& global, ir::ThreadId thread);
    Values constant(const llvm::Constant& constant, ir::ThreadId thread);

    ir::SourceLocation location(const llvm::Instruction& instruction);
    /// For error messages.
    ir::Position position(const llvm::Instruction& instruction) const;

    /// Some thread can notice that a lock is held by another one without waiting for it.
    bool observes_locks() const;

    std::map<ir::ThreadId, ThreadInfo> threads;

  private:
    void initialise(Content& content, uint64_t offset, const llvm::Constant& value);

    llvm::Module& module_;
    Layouts& layouts_;
    Round& round_;
};

/// Number of scalars in a first-class type; 0 when one of them is not supported.
unsigned scalar_count(const llvm::Type* type);
/// Bits of a scalar type (pointers included); 0 when not supported.
unsigned scalar_width(const llvm::DataLayout& layout, const llvm::Type* type);

}  // namespace fencepost::frontend::llvm_ir
