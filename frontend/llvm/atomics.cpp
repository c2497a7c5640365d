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

/// In small letters, each blank once, none at the ends; without the signs that LLVM puts before
/// what it would expand.
std::string normalise(llvm::StringRef text) {
    std::string words;
    for (char c : text.lower()) {
        const bool space = c == ' ' || c == '\t' || c == '\n' || c == ';' || c == '\r';
        if (c == '|' && words.ends_with('$')) words.pop_back();
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
    {"rep", std::nullopt},
    {"stbar", ir::FenceKind::Sfence},
};

/// What SPARC's membar orders, of what is not ordered under PSO anyway.
std::optional<ir::FenceKind> membar(llvm::StringRef mask) {
    if (mask.contains("#storeload") || mask.contains("#sync")) return ir::FenceKind::Mfence;
    if (mask.contains("#storestore")) return ir::FenceKind::Sfence;
    return std::nullopt;
}

/// POWER tells the other threads of a core by `or r,r,r` how much it is in a hurry.
bool is_priority_hint(llvm::StringRef text) {
    if (!text.consume_front("or ")) return false;
    llvm::SmallVector<llvm::StringRef, 3> registers;
    text.split(registers, ',');
    for (llvm::StringRef& r : registers) r = r.trim();
    return registers.size() == 3 && registers[0] == registers[1] && registers[1] == registers[2];
}

/// The locked addition of 0 to a word of the stack in its variants.
bool is_locked_nothing(llvm::StringRef text) {
    if (!text.starts_with("lock")) return false;
    for (const char* what : {" addl $$0", " addq $$0", " orl $$0", " orq $$0"}) {
        const size_t at = text.find(what);
        if (at == llvm::StringRef::npos) continue;
        llvm::StringRef rest = text.drop_front(at + llvm::StringRef(what).size());
        rest.consume_front("x0");
        return rest.consume_front(",") && !rest.trim().contains(' ');
    }
    return false;
}

/// The fence of one instruction; nothing at all if it is not known.
std::optional<std::optional<ir::FenceKind>> fence_of(llvm::StringRef text) {
    if (is_locked_nothing(text)) return ir::FenceKind::Mfence;
    if (text.consume_front("membar ")) return membar(text);
    if (is_priority_hint(text)) return std::optional<ir::FenceKind>{};
    for (const Spelling& spelling : spellings)
        if (text == spelling.text) return spelling.fence;
    return std::nullopt;
}

/// The fences of all instructions; nothing at all if one is not known.
std::optional<std::vector<ir::FenceKind>> fences_of(const std::string& assembly) {
    std::vector<ir::FenceKind> result;
    const std::string whole = normalise(assembly);
    if (const auto only = fence_of(whole)) {
        if (*only) result.push_back(**only);
        return result;
    }
    llvm::SmallVector<llvm::StringRef, 4> lines;
    llvm::StringRef(assembly).split(lines, '\n');
    for (llvm::StringRef line : lines) {
        if (!line.contains_insensitive("membar")) line = line.split('#').first;
        llvm::SmallVector<llvm::StringRef, 4> parts;
        line.split(parts, ';');
        for (const llvm::StringRef part : parts) {
            const auto fence = fence_of(normalise(part.trim()));
            if (!fence) return std::nullopt;
            if (*fence) result.push_back(**fence);
        }
    }
    return result;
}

/// Assembly without instructions that gives a value back: which argument?
std::optional<unsigned> given_back(const llvm::CallBase& call, const llvm::InlineAsm& assembly) {
    if (call.getType()->isVoidTy() || call.getType()->isStructTy()) return std::nullopt;
    unsigned argument = 0;
    for (const llvm::InlineAsm::ConstraintInfo& info : assembly.ParseConstraints()) {
        if (info.Type == llvm::InlineAsm::isClobber) continue;
        const bool is_tied =
            info.Type == llvm::InlineAsm::isInput && info.Codes.size() == 1 && info.Codes[0] == "0";
        if (is_tied && call.getArgOperand(argument)->getType() == call.getType()) return argument;
        if (info.Type == llvm::InlineAsm::isInput || info.isIndirect) ++argument;
    }
    return std::nullopt;
}

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

void ThreadLowering::inline_assembly(Frame& frame, const llvm::CallBase& call, Path& path) {
    const auto* assembly = llvm::cast<llvm::InlineAsm>(call.getCalledOperand());
    const auto known = fences_of(assembly->getAsmString());
    const auto value = given_back(call, *assembly);
    const bool names_memory =
        !call.arg_empty() && assembly->getAsmString().find('$') != std::string::npos;
    if (!known || names_memory || (!call.getType()->isVoidTy() && !value))
        unsupported(call, fmt::format("inline assembly `{}`", assembly->getAsmString()));
    for (const ir::FenceKind kind : *known) accesses_.fence(path, kind, location(call));
    if (value) frame.values[&call] = operand(frame, call.getArgOperand(*value));
}

}  // namespace fencepost::frontend::llvm_ir
