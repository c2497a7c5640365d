// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Linking happens by need: LLVM reads the bodies of the functions that the program declares,
// and what these use in turn. Two things are not asked for by name: what must happen when a
// thread or the program ends (if something was registered), and mutexes that know their
// owner. Those cost accesses at every lock, so calls are led to them only in programs that
// make a recursive or errorcheck mutex somewhere.
#include "frontend/llvm/library.h"

#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Linker/Linker.h>

#include "ir/errors.h"

namespace fencepost::frontend::llvm_ir {

namespace {

constexpr const char* mark = "fencepost-library";

/// The second is needed where the first is.
constexpr std::pair<const char*, const char*> companions[] = {
    {"__cxa_thread_atexit", thread_objects_function},
    {"pthread_key_create", thread_keys_function},
    {"atexit", program_exit_function},
    {"__cxa_atexit", program_exit_function},
};

constexpr const char* mutex_functions[] = {"init", "lock", "trylock", "timedlock", "unlock"};

bool is_used(const llvm::Module& module, llvm::StringRef name) {
    const llvm::Function* function = module.getFunction(name);
    return function != nullptr && !function->use_empty();
}

bool has_kind(const llvm::Constant& value) {
    const auto* record = llvm::dyn_cast<llvm::ConstantStruct>(&value);
    if (record != nullptr && record->getType()->hasName() &&
        record->getType()->getName().starts_with("struct.__pthread_mutex_s")) {
        // Lock, count, owner, users and kind are words; 32-bit glibc has kind before users.
        for (const unsigned i : {3u, 4u}) {
            const auto* word = llvm::dyn_cast<llvm::ConstantInt>(record->getOperand(i));
            if (word != nullptr && !word->isZero()) return true;
        }
        return false;
    }
    if (!llvm::isa<llvm::ConstantAggregate>(value)) return false;
    for (const llvm::Use& member : value.operands())
        if (has_kind(*llvm::cast<llvm::Constant>(member))) return true;
    return false;
}

/// Some mutex of the program may know its owner.
bool has_typed_mutexes(const llvm::Module& module) {
    for (const char* name : {"pthread_mutexattr_settype", "pthread_mutexattr_setkind_np"})
        if (is_used(module, name)) return true;
    for (const llvm::GlobalVariable& global : module.globals())
        if (global.hasInitializer() && has_kind(*global.getInitializer())) return true;
    if (const llvm::Function* init = module.getFunction("mtx_init"))
        for (const llvm::User* user : init->users()) {
            const auto* call = llvm::dyn_cast<llvm::CallBase>(user);
            if (call == nullptr || call->arg_size() < 2) return true;
            const auto* type = llvm::dyn_cast<llvm::ConstantInt>(call->getArgOperand(1));
            if (type == nullptr || (type->getZExtValue() & 1) != 0) return true;
        }
    return false;
}

/// Leads the calls of mutex functions to those that look at the kind.
void redirect_mutexes(llvm::Module& module) {
    for (const std::string action : mutex_functions) {
        llvm::Function* plain = module.getFunction("pthread_mutex_" + action);
        if (plain == nullptr || !plain->isDeclaration()) continue;
        llvm::Function* typed = llvm::cast<llvm::Function>(
            module
                .getOrInsertFunction("__fencepost_typed_mutex_" + action, plain->getFunctionType())
                .getCallee());
        plain->replaceUsesWithIf(typed, [](const llvm::Use& use) {
            const auto* user = llvm::dyn_cast<llvm::Instruction>(use.getUser());
            return user == nullptr ||
                   !user->getFunction()->getName().starts_with("__fencepost_typed_");
        });
    }
}

void link_once(llvm::Module& program) {
    const std::string_view bytes = library_bitcode(program.getDataLayout().getPointerSizeInBits());
    auto library = llvm::getLazyBitcodeModule(
        llvm::MemoryBufferRef(llvm::StringRef(bytes.data(), bytes.size()), "library"),
        program.getContext());
    if (!library) throw ir::InternalError("the library should be readable");
    (*library)->setTargetTriple(program.getTargetTriple());
    (*library)->setDataLayout(program.getDataLayout());
    for (llvm::Function& function : **library) function.addFnAttr(mark);
    if (llvm::Linker::linkModules(program, std::move(*library), llvm::Linker::LinkOnlyNeeded))
        throw ir::InputError({program.getSourceFileName(), 0, 0},
                             "cannot be linked with the library of Fencepost");
}

/// Declares what is needed beside what the program names. True: something is new.
bool declare_companions(llvm::Module& program) {
    bool more = false;
    for (const auto& [user, companion] : companions) {
        if (!is_used(program, user) || program.getFunction(companion) != nullptr) continue;
        program.getOrInsertFunction(companion, llvm::Type::getVoidTy(program.getContext()));
        more = true;
    }
    return more;
}

size_t open_declarations(const llvm::Module& program) {
    size_t count = 0;
    for (const llvm::Function& function : program)
        count += function.isDeclaration() && !function.isIntrinsic();
    return count;
}

}  // namespace

bool is_library(const llvm::Function& function) {
    if (function.hasFnAttribute(mark)) return true;
    const llvm::DISubprogram* source = function.getSubprogram();
    return source != nullptr && source->getFilename().starts_with("/usr/");
}

void link_library(llvm::Module& program) {
    if (open_declarations(program) == 0) return;
    const bool typed = has_typed_mutexes(program);
    declare_companions(program);
    do {
        if (typed) redirect_mutexes(program);
        link_once(program);
    } while (declare_companions(program));
    // What the library itself locks (mtx_lock) knows the kind, too.
    if (typed) {
        redirect_mutexes(program);
        link_once(program);
    }
}

}  // namespace fencepost::frontend::llvm_ir
