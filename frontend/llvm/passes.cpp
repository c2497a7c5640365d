// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// The passes, in one list. A pass may be here only if it cannot erase a dependency: values
// move from private stack slots to registers, control flow gets its canonical form. No
// instcombine (x ^ x), no gvn (merges loads), no simplifycfg (branches become selects).
// Calls are followed by the lowering itself.
#include <llvm/Analysis/CFG.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/PassManager.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Utils/FixIrreducible.h>
#include <llvm/Transforms/Utils/LCSSA.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>
#include <llvm/Transforms/Utils/LowerSwitch.h>
#include <llvm/Transforms/Utils/Mem2Reg.h>
#include <llvm/Transforms/Utils/PromoteMemToReg.h>

#include "frontend/llvm/compile.h"
#include "ir/errors.h"

namespace fencepost::frontend::llvm_ir {

namespace {

bool is_irreducible(llvm::Function& function) {
    llvm::DominatorTree dominators(function);
    llvm::LoopInfo loops(dominators);
    const llvm::ReversePostOrderTraversal<llvm::Function*> order(&function);
    return llvm::containsIrreducibleCFG<llvm::BasicBlock*>(order, loops);
}

/// Gives each variable that is to become a register some value at the start. Otherwise mem2reg
/// takes what the other path wrote where one did not: `int x; if (c) x = 1;` would be 1.
void give_values(llvm::Function& function, bool pointers) {
    if (function.isDeclaration()) return;
    std::vector<llvm::AllocaInst*> variables;
    for (llvm::Instruction& i : function.getEntryBlock())
        if (auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&i))
            if (llvm::isAllocaPromotable(variable)) variables.push_back(variable);
    for (llvm::AllocaInst* variable : variables) {
        llvm::Type* type = variable->getAllocatedType();
        const bool number = type->isIntegerTy() || type->isFloatingPointTy();
        if (!number && !(pointers && type->isPointerTy())) continue;
        llvm::IRBuilder<> builder(variable->getNextNode());
        builder.CreateStore(builder.CreateFreeze(llvm::UndefValue::get(type)), variable);
    }
}

void drop_unused_values(llvm::Function& function) {
    if (function.isDeclaration()) return;
    for (llvm::Instruction& i : llvm::make_early_inc_range(function.getEntryBlock()))
        if (llvm::isa<llvm::FreezeInst>(i) && i.use_empty()) i.eraseFromParent();
}

}  // namespace

void run_passes(llvm::Module& module, const std::string& print_after, bool keep_accesses) {
    llvm::LoopAnalysisManager loop_analyses;
    llvm::FunctionAnalysisManager analyses;
    llvm::CGSCCAnalysisManager call_graph_analyses;
    llvm::ModuleAnalysisManager module_analyses;
    llvm::PassBuilder builder;
    builder.registerModuleAnalyses(module_analyses);
    builder.registerCGSCCAnalyses(call_graph_analyses);
    builder.registerFunctionAnalyses(analyses);
    builder.registerLoopAnalyses(loop_analyses);
    builder.crossRegisterProxies(loop_analyses, analyses, call_graph_analyses, module_analyses);

    const auto pass = [&](const char* name, auto&& make, auto&& wanted) {
        for (llvm::Function& function : module) {
            if (function.isDeclaration() || !wanted(function)) continue;
            function.removeFnAttr(llvm::Attribute::OptimizeNone);
            llvm::FunctionPassManager manager;
            make(manager);
            manager.run(function, analyses);
        }
        if (print_after == name) module.print(llvm::errs(), nullptr);
    };
    const auto always = [](llvm::Function&) { return true; };

    for (llvm::Function& function : module) give_values(function, keep_accesses);
    pass("mem2reg", [](auto& m) { m.addPass(llvm::PromotePass()); }, always);
    for (llvm::Function& function : module) drop_unused_values(function);
    // SROA drops accesses out of bounds.
    const auto may_drop = [&](llvm::Function&) { return !keep_accesses; };
    pass(
        "sroa", [](auto& m) { m.addPass(llvm::SROAPass(llvm::SROAOptions::PreserveCFG)); },
        may_drop);
    pass(
        "fix-irreducible",
        [](auto& m) {
            m.addPass(llvm::LowerSwitchPass());
            m.addPass(llvm::FixIrreduciblePass());
        },
        is_irreducible);
    pass("loop-simplify", [](auto& m) { m.addPass(llvm::LoopSimplifyPass()); }, always);
    pass("lcssa", [](auto& m) { m.addPass(llvm::LCSSAPass()); }, always);
}

}  // namespace fencepost::frontend::llvm_ir
