// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// What the library is written in (library/fencepost.h): atomic steps that C has no single
// operation for, waiting, sleeping, refusing. Also what happens around main and at the end
// of a thread.
#include <fmt/format.h>
#include <llvm/Analysis/ValueTracking.h>

#include <limits>

#include "frontend/llvm/library.h"
#include "frontend/llvm/thread_lowering.h"

namespace fencepost::frontend::llvm_ir {

using ir::Expr;
using ir::Op;

namespace {

constexpr const char* prefix = "__fencepost_";

std::string text_of(const llvm::Value* argument) {
    llvm::StringRef text;
    return llvm::getConstantStringInfo(argument, text) ? text.str() : "this";
}

}  // namespace

bool ThreadLowering::primitive_call(Frame& frame, const llvm::CallBase& call, llvm::StringRef name,
                                    Path& path) {
    if (!name.consume_front(prefix)) return false;
    const auto argument = [&](unsigned i) {
        return defined(scalar(frame, call.getArgOperand(i)), call.getArgOperand(i)->getType());
    };
    if (round_.property == ir::Property::Deadlock && (name == "await" || name == "sleep_begin"))
        unsupported(call,
                    "deadlocks of threads that wait for other things than mutexes and threads");
    if (atomic_primitive(frame, call, name, path)) return true;
    if (name == "await") {
        assume(path, nonzero(argument(0)), location(call));
    } else if (name == "fence") {
        accesses_.fence(path, ir::FenceKind::Full, location(call));
    } else if (name == "self") {
        set_result(frame, call, uint64_t{thread_} + 1);
    } else if (name == "sleep_begin") {
        sleep_.begin = accesses_.effects().size();
    } else if (name == "sleep_end") {
        accesses_.mark_sleep(sleep_.begin);
        sleep_.end_guard = path.guard;
        sleep_.end_events = round_.events();
    } else if (name == "size") {
        set_result(frame, call, size_from(call, argument(0)));
    } else if (name == "cut") {
        accesses_.cut(path, exprs().bool_const(true), text_of(call.getArgOperand(0)),
                      location(call));
        path.guard = exprs().bool_const(false);
    } else if (name == "unsupported") {
        unsupported(call, text_of(call.getArgOperand(0)));
    } else {
        return false;
    }
    return true;
}

/// Bytes from a pointer to the end of its object.
uint64_t ThreadLowering::size_from(const llvm::CallBase& call, const Value& pointer) {
    const Pointees& targets = round_.pointers.of(pointer.expr);
    const Pointee* only = nullptr;
    for (const Pointee& target : targets.list) {
        if (target.object == no_object) continue;
        if (only != nullptr || target.stride != 0 || target.offset != 0) only = nullptr;
        if (target.stride == 0 && target.offset == 0) only = &target;
    }
    if (targets.unknown || targets.list.size() != 1 || only == nullptr)
        unsupported(call, "resizing memory that is not known here");
    return round_.objects()[only->object].size;
}

bool ThreadLowering::atomic_primitive(Frame& frame, const llvm::CallBase& call,
                                      llvm::StringRef name, Path& path) {
    const auto argument = [&](unsigned i) {
        return defined(scalar(frame, call.getArgOperand(i)), call.getArgOperand(i)->getType());
    };
    // New value and whether it is written, from the old value.
    std::function<std::pair<Expr, Expr>(Expr)> step;
    if (name == "add_if") {
        step = [&](Expr old) {
            const Expr inside = exprs().conjunction(exprs().make(Op::Sle, argument(2).expr, old),
                                                    exprs().make(Op::Sle, old, argument(3).expr));
            return std::pair(exprs().make(Op::Add, old, argument(1).expr), inside);
        };
    } else if (name == "towards_zero") {
        step = [&](Expr old) {
            const Expr less = exprs().make(Op::Sub, old, constant(32, 1));
            const Expr more = exprs().make(Op::Add, old, constant(32, 1));
            const Expr negative = exprs().make(Op::Slt, old, constant(32, 0));
            const Expr zero = exprs().make(Op::Eq, old, constant(32, 0));
            return std::pair(exprs().ite(zero, old, exprs().ite(negative, more, less)),
                             exprs().bool_const(true));
        };
    } else if (name == "arrive") {
        step = [&](Expr old) {
            const Expr one_more = exprs().make(Op::Add, old, constant(32, 1));
            const Expr opened =
                exprs().make(Op::Add, exprs().make(Op::And, old, constant(32, 0xffff0000)),
                             constant(32, 0x10000));
            const Expr last = exprs().make(
                Op::Eq, exprs().make(Op::And, one_more, constant(32, 0xffff)), argument(1).expr);
            return std::pair(exprs().ite(last, opened, one_more), exprs().bool_const(true));
        };
    } else {
        return false;
    }
    ir::DepSet given;
    for (unsigned i = 1; i < call.arg_size(); ++i)
        given = round_.pools.unite(given, argument(i).deps);
    const Value old =
        accesses_.update(path, argument(0),
                         {.size = 4,
                          .order = ir::Order::Relaxed,
                          .location = location(call),
                          .synchronises = ir::Order::AcqRel},
                         [&](const Value& read) -> Accesses::Update {
                             const Expr now = read.expr.valid() ? read.expr : constant(32, 0);
                             const auto [next, success] = step(now);
                             return {{next, round_.pools.unite(read.deps, given)}, success};
                         });
    frame.values[&call] = {old.expr.valid() ? old : Value{constant(32, 0), {}}};
    return true;
}

/// Calls a function of the library without arguments, if the program has it.
void ThreadLowering::call_hook(const std::string& name, Path& path, const Frame* caller,
                               const llvm::Instruction* site) {
    const llvm::Function* hook = module_.module().getFunction(name);
    if (hook == nullptr || hook->isDeclaration() || dead(path)) return;
    auto result = call_function(*hook, {}, path, caller, site);
    if (result)
        path = std::move(result->path);
    else
        path.guard = exprs().bool_const(false);
}

/// Constructors of static objects, by priority.
void ThreadLowering::run_constructors(Path& path) {
    const llvm::GlobalVariable* list = module_.module().getGlobalVariable("llvm.global_ctors");
    if (list == nullptr || !list->hasInitializer()) return;
    std::vector<std::pair<uint64_t, const llvm::Function*>> constructors;
    for (const llvm::Use& use : list->getInitializer()->operands()) {
        const auto* entry = llvm::cast<llvm::Constant>(use);
        const auto* priority =
            llvm::dyn_cast_or_null<llvm::ConstantInt>(entry->getAggregateElement(0u));
        const auto* function =
            llvm::dyn_cast_or_null<llvm::Function>(entry->getAggregateElement(1u));
        if (priority == nullptr || function == nullptr) continue;
        constructors.emplace_back(priority->getZExtValue(), function);
    }
    // Few, and equal priorities keep their order.
    for (size_t i = 1; i < constructors.size(); ++i)
        for (size_t j = i; j > 0 && constructors[j].first < constructors[j - 1].first; --j)
            std::swap(constructors[j], constructors[j - 1]);
    for (const auto& [priority, function] : constructors) {
        if (dead(path)) return;
        auto result = call_function(*function, {}, path, nullptr, nullptr);
        if (!result) {
            path.guard = exprs().bool_const(false);
            return;
        }
        path = std::move(result->path);
    }
}

}  // namespace fencepost::frontend::llvm_ir
