// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Read-modify-writes, fences and inline assembly. A compare-exchange has one order on success
// and one on failure. As compilers do it, what precedes it is for the stronger one, and what
// follows it (isync) is there after a failure only if the order on failure asks for it.
// A weak one may fail for no reason on POWER, where it is one try of a reservation. In a loop
// that tries again that is only a round that changes nothing, and is left out.
#include <fmt/format.h>
#include <llvm/IR/InlineAsm.h>

#include "frontend/llvm/orders.h"
#include "frontend/llvm/thread_lowering.h"

namespace fencepost::frontend::llvm_ir {

using ir::Expr;
using ir::Op;

namespace {

ir::Order stronger(llvm::AtomicOrdering success, llvm::AtomicOrdering failure) {
    return order_of(llvm::getMergedAtomicOrdering(success, failure));
}

/// Mnemonic, without operands, prefixes of the line and what follows.
std::string normalise(llvm::StringRef text) {
    std::string words;
    for (char c : text.lower()) {
        const bool space = c == ' ' || c == '\t' || c == '\n' || c == ';' || c == '\r';
        if (!space)
            words += c;
        else if (!words.empty() && words.back() != ' ')
            words += ' ';
    }
    while (!words.empty() && words.back() == ' ') words.pop_back();
    return words;
}

struct Spelling {
    const char* text;
    std::optional<ir::FenceKind> fence;
};

const Spelling spellings[] = {
    {"", std::nullopt},
    {"sync", ir::FenceKind::Sync},
    {"hwsync", ir::FenceKind::Sync},
    {"sync 0", ir::FenceKind::Sync},
    {"msync", ir::FenceKind::Sync},
    {"lwsync", ir::FenceKind::Lwsync},
    {"sync 1", ir::FenceKind::Lwsync},
    {"eieio", ir::FenceKind::Eieio},
    {"isync", ir::FenceKind::Isync},
    {"mfence", ir::FenceKind::Mfence},
    {"lfence", ir::FenceKind::Lfence},
    {"sfence", ir::FenceKind::Sfence},
    {"pause", std::nullopt},
    {"rep nop", std::nullopt},
    {"nop", std::nullopt},
    {"yield", std::nullopt},
};

}  // namespace

/// Is there a loop around, here or where this function is called, that does not only count?
bool ThreadLowering::tries_again(const Frame& frame) {
    for (const Frame* f = &frame; f != nullptr; f = f->caller) {
        const llvm::Loop* loop = f->layout->loop_of(f->layout->block(f->visit));
        for (; loop != nullptr; loop = loop->getParentLoop())
            if (!innermost(*f, loop).free) return true;
    }
    return false;
}

void ThreadLowering::compare_exchange(Frame& frame, const llvm::AtomicCmpXchgInst& op, Path& path) {
    const llvm::Type* type = op.getCompareOperand()->getType();
    const unsigned width = scalar_width(module_.data_layout(), type);
    if (width == 0) unsupported(op, "a compare-exchange of more than 64 bits");
    const Value address =
        defined(scalar(frame, op.getPointerOperand()), op.getPointerOperand()->getType());
    const Value expected = defined(scalar(frame, op.getCompareOperand()), type);
    const Value desired = defined(scalar(frame, op.getNewValOperand()), type);
    const bool reserves =
        round_.target == frontend::Target::Power || round_.target == frontend::Target::None;
    Value success;
    const Value old = accesses_.update(
        path, address,
        {.size = width / 8,
         .order = stronger(op.getSuccessOrdering(), op.getFailureOrdering()),
         .location = location(op),
         .acquires_on_failure = llvm::isAcquireOrStronger(op.getFailureOrdering())},
        [&](const Value& read) -> Accesses::Update {
            const Value now = defined(read, type);
            success = {exprs().make(Op::Eq, now.expr, expected.expr),
                       round_.pools.unite(now.deps, expected.deps)};
            if (op.isWeak() && reserves && !exprs().is_false(success.expr) && !tries_again(frame))
                success.expr = exprs().conjunction(
                    success.expr,
                    round_.builder.add_input(fmt::format("reserved:{}", location(op).line), 1));
            return {desired, success.expr};
        });
    frame.values[&op] = {old, success};
}

void ThreadLowering::read_modify_write(Frame& frame, const llvm::AtomicRMWInst& op, Path& path) {
    const llvm::Type* type = op.getType();
    const unsigned width = scalar_width(module_.data_layout(), type);
    if (width == 0) unsupported(op, "an atomic operation on more than 64 bits");
    const Value address =
        defined(scalar(frame, op.getPointerOperand()), op.getPointerOperand()->getType());
    const Value argument = defined(scalar(frame, op.getValOperand()), type);
    const auto result = [&](Expr old) -> Expr {
        const Expr x = argument.expr;
        const auto pick = [&](Op less, bool max) {
            return exprs().ite(exprs().make(less, old, x), max ? x : old, max ? old : x);
        };
        switch (op.getOperation()) {
            case llvm::AtomicRMWInst::Xchg:
                return x;
            case llvm::AtomicRMWInst::Add:
                return exprs().make(Op::Add, old, x);
            case llvm::AtomicRMWInst::Sub:
                return exprs().make(Op::Sub, old, x);
            case llvm::AtomicRMWInst::And:
                return exprs().make(Op::And, old, x);
            case llvm::AtomicRMWInst::Nand:
                return exprs().negation(exprs().make(Op::And, old, x));
            case llvm::AtomicRMWInst::Or:
                return exprs().make(Op::Or, old, x);
            case llvm::AtomicRMWInst::Xor:
                return exprs().make(Op::Xor, old, x);
            case llvm::AtomicRMWInst::Max:
                return pick(Op::Slt, true);
            case llvm::AtomicRMWInst::Min:
                return pick(Op::Slt, false);
            case llvm::AtomicRMWInst::UMax:
                return pick(Op::Ult, true);
            case llvm::AtomicRMWInst::UMin:
                return pick(Op::Ult, false);
            default:
                unsupported(op, "this atomic operation");
        }
    };
    const bool exchange = op.getOperation() == llvm::AtomicRMWInst::Xchg;
    const Value old = accesses_.update(
        path, address,
        {.size = width / 8, .order = order_of(op.getOrdering()), .location = location(op)},
        [&](const Value& read) -> Accesses::Update {
            const Value now = exchange ? read : defined(read, type);
            const ir::DepSet deps =
                exchange ? argument.deps : round_.pools.unite(now.deps, argument.deps);
            return {{result(now.expr), deps}, exprs().bool_const(true)};
        });
    frame.values[&op] = {old};
}

void ThreadLowering::fence(const llvm::FenceInst& op, const Path& path) {
    if (op.getSyncScopeID() == llvm::SyncScope::SingleThread) return;
    const ir::Order order = order_of(op.getOrdering());
    for (ir::FenceKind kind : map_fence(round_.target, order))
        accesses_.fence(path, kind, location(op),
                        kind == ir::FenceKind::C11 ? order : ir::Order::Plain);
    // Happens-before needs it as the program has it, whatever the machine makes of it.
    if (round_.property == ir::Property::DataRace && round_.target != Target::None)
        accesses_.fence(path, ir::FenceKind::C11, location(op), order);
}

void ThreadLowering::inline_assembly(Frame&, const llvm::CallBase& call, Path& path) {
    const auto* assembly = llvm::cast<llvm::InlineAsm>(call.getCalledOperand());
    const std::string text = normalise(assembly->getAsmString());
    // The idiom `lock; addl $0, …(%esp)` in its variants.
    const bool locked = text.starts_with("lock") && (text.find(" addl $$0,") != std::string::npos ||
                                                     text.find(" addq $$0,") != std::string::npos ||
                                                     text.find(" orl $$0,") != std::string::npos ||
                                                     text.find(" orq $$0,") != std::string::npos);
    if (locked && call.arg_empty())
        return accesses_.fence(path, ir::FenceKind::Mfence, location(call));
    for (const Spelling& spelling : spellings) {
        if (text != spelling.text) continue;
        if (!call.getType()->isVoidTy()) break;
        if (spelling.fence) accesses_.fence(path, *spelling.fence, location(call));
        return;
    }
    unsupported(call, fmt::format("inline assembly `{}`", assembly->getAsmString()));
}

}  // namespace fencepost::frontend::llvm_ir
