// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Floating point is not in the IR. Where all operands are known, LLVM computes the result;
// everything else is refused.
#include <llvm/Analysis/ConstantFolding.h>

#include <fmt/format.h>

#include "frontend/llvm/thread_lowering.h"

namespace fencepost::frontend::llvm_ir {

namespace {

bool is_floating(const llvm::Type* type) { return type->isFloatTy() || type->isDoubleTy(); }

/// Computes with floating point; does not just move it.
bool computes(const llvm::Instruction& i) {
    if (llvm::isa<llvm::FCmpInst>(i) || llvm::isa<llvm::UnaryOperator>(i)) return true;
    if (llvm::isa<llvm::BinaryOperator>(i)) return i.getType()->isFloatingPointTy();
    if (!llvm::isa<llvm::CastInst>(i) || llvm::isa<llvm::BitCastInst>(i)) return false;
    return i.getType()->isFloatingPointTy() || i.getOperand(0)->getType()->isFloatingPointTy();
}

llvm::Constant* as_constant(llvm::Type* type, uint64_t bits) {
    if (type->isIntegerTy()) return llvm::ConstantInt::get(type, bits);
    const llvm::APInt pattern(type->isFloatTy() ? 32 : 64, bits);
    return llvm::ConstantFP::get(type, llvm::APFloat(type->getFltSemantics(), pattern));
}

}  // namespace

bool ThreadLowering::fold_floating_point(Frame& frame, const llvm::Instruction& i) {
    if (!computes(i)) return false;
    std::vector<llvm::Constant*> operands;
    ir::DepSet deps;
    for (const llvm::Use& use : i.operands()) {
        const bool known =
            is_floating(use->getType()) ||
            (use->getType()->isIntegerTy() && use->getType()->getIntegerBitWidth() <= 64);
        const Value value = known ? scalar(frame, use) : Value{};
        if (!value.expr.valid() || !exprs().is_const(value.expr))
            unsupported(
                i, fmt::format("floating point that is not constant (`{}`)", i.getOpcodeName()));
        operands.push_back(as_constant(use->getType(), exprs().node(value.expr).imm));
        deps = round_.pools.unite(deps, value.deps);
    }
    llvm::Constant* folded =
        llvm::isa<llvm::FCmpInst>(i)
            ? llvm::ConstantFoldCompareInstOperands(llvm::cast<llvm::FCmpInst>(i).getPredicate(),
                                                    operands[0], operands[1], module_.data_layout())
            : llvm::ConstantFoldInstOperands(const_cast<llvm::Instruction*>(&i), operands,
                                             module_.data_layout());
    const bool scalar_result =
        folded != nullptr && (llvm::isa<llvm::ConstantInt>(folded) ||
                              (llvm::isa<llvm::ConstantFP>(folded) && is_floating(i.getType())));
    if (!scalar_result) unsupported(i, fmt::format("floating point (`{}`)", i.getOpcodeName()));
    Values result = module_.constant(*folded, thread_);
    result[0].deps = deps;
    frame.values[&i] = std::move(result);
    return true;
}

}  // namespace fencepost::frontend::llvm_ir
