// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// LLVM's intrinsics that clang makes of plain C at -O0.
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/IntrinsicsX86.h>

#include "frontend/llvm/thread_lowering.h"

namespace fencepost::frontend::llvm_ir {

using ir::Expr;
using ir::Op;

bool ThreadLowering::intrinsic(Frame& frame, const llvm::CallBase& call, Path& path) {
    switch (llvm::cast<llvm::IntrinsicInst>(call).getIntrinsicID()) {
        case llvm::Intrinsic::dbg_declare:
        case llvm::Intrinsic::dbg_value:
        case llvm::Intrinsic::dbg_label:
        case llvm::Intrinsic::dbg_assign:
        case llvm::Intrinsic::lifetime_start:
        case llvm::Intrinsic::lifetime_end:
        case llvm::Intrinsic::assume:
        case llvm::Intrinsic::donothing:
        case llvm::Intrinsic::stackrestore:
        case llvm::Intrinsic::prefetch:
        case llvm::Intrinsic::x86_sse2_pause:
            return true;
        case llvm::Intrinsic::x86_sse2_mfence:
            accesses_.fence(path, ir::FenceKind::Mfence, location(call));
            return true;
        case llvm::Intrinsic::x86_sse2_lfence:
            accesses_.fence(path, ir::FenceKind::Lfence, location(call));
            return true;
        case llvm::Intrinsic::x86_sse_sfence:
            accesses_.fence(path, ir::FenceKind::Sfence, location(call));
            return true;
        case llvm::Intrinsic::vaend:
            return true;
        case llvm::Intrinsic::vastart:
            start_variadic(frame, call, path);
            return true;
        case llvm::Intrinsic::vacopy:
            copy_bytes(path, scalar(frame, call.getArgOperand(0)),
                       scalar(frame, call.getArgOperand(1)), module_.pointer_width() == 32 ? 4 : 24,
                       location(call));
            return true;
        case llvm::Intrinsic::stacksave:
            set_result(frame, call, 0);
            return true;
        case llvm::Intrinsic::expect:
        case llvm::Intrinsic::threadlocal_address:
            frame.values[&call] = operand(frame, call.getArgOperand(0));
            return true;
        case llvm::Intrinsic::memcpy:
        case llvm::Intrinsic::memcpy_inline:
        case llvm::Intrinsic::memmove:
            copy(frame, call, path);
            return true;
        case llvm::Intrinsic::memset:
            fill(frame, call, path);
            return true;
        case llvm::Intrinsic::trap:
        case llvm::Intrinsic::debugtrap:
            path.guard = exprs().bool_const(false);
            return true;
        default:
            return arithmetic_intrinsic(frame, call);
    }
}

bool ThreadLowering::arithmetic_intrinsic(Frame& frame, const llvm::CallBase& call) {
    if (call.arg_empty() || !call.getArgOperand(0)->getType()->isIntegerTy() ||
        scalar_width(module_.data_layout(), call.getArgOperand(0)->getType()) == 0)
        return false;
    const auto argument = [&](unsigned i) {
        return defined(scalar(frame, call.getArgOperand(i)), call.getArgOperand(i)->getType());
    };
    const Value a = argument(0);
    const Value b = call.arg_size() > 1 ? argument(1) : a;
    const ir::DepSet deps = round_.pools.unite(a.deps, b.deps);
    const auto result = [&](Expr e) {
        frame.values[&call] = {{e, deps}};
        return true;
    };
    const auto choose = [&](Op less, bool max) {
        const Expr smaller = exprs().make(less, a.expr, b.expr);
        return result(exprs().ite(smaller, max ? b.expr : a.expr, max ? a.expr : b.expr));
    };
    const unsigned width = exprs().width(a.expr);
    switch (llvm::cast<llvm::IntrinsicInst>(call).getIntrinsicID()) {
        case llvm::Intrinsic::smax:
            return choose(Op::Slt, true);
        case llvm::Intrinsic::smin:
            return choose(Op::Slt, false);
        case llvm::Intrinsic::umax:
            return choose(Op::Ult, true);
        case llvm::Intrinsic::umin:
            return choose(Op::Ult, false);
        case llvm::Intrinsic::abs: {
            const Expr negative = exprs().make(Op::Slt, a.expr, constant(width, 0));
            frame.values[&call] = {
                {exprs().ite(negative, exprs().make(Op::Neg, a.expr), a.expr), a.deps}};
            return true;
        }
        case llvm::Intrinsic::bswap: {
            Expr swapped = exprs().extract(a.expr, 0, 8);
            for (unsigned low = 8; low < width; low += 8)
                swapped = exprs().concat(swapped, exprs().extract(a.expr, low, 8));
            return result(swapped);
        }
        case llvm::Intrinsic::uadd_with_overflow: {
            const Expr sum = exprs().make(Op::Add, a.expr, b.expr);
            frame.values[&call] = {{sum, deps}, {exprs().make(Op::Ult, sum, a.expr), deps}};
            return true;
        }
        case llvm::Intrinsic::usub_with_overflow:
            frame.values[&call] = {{exprs().make(Op::Sub, a.expr, b.expr), deps},
                                   {exprs().make(Op::Ult, a.expr, b.expr), deps}};
            return true;
        default:
            return false;
    }
}

}  // namespace fencepost::frontend::llvm_ir
