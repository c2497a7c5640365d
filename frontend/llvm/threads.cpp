// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// pthread: threads and mutexes. A thread is lowered where it is created, so that its end
// exists when somebody joins it. What main did before the first creation is the initial
// state of memory.
//
// A mutex is a 4-byte word in its object, used by the lock, take and unlock events of the IR
// (accesses.h).
#include <fmt/format.h>

#include "frontend/llvm/thread_lowering.h"

namespace fencepost::frontend::llvm_ir {

using ir::Expr;
using ir::Op;

namespace {

constexpr uint64_t busy = 16;  // EBUSY

/// Calls without an effect here, with the result 0.
bool is_formality(llvm::StringRef name) {
    static const std::set<llvm::StringRef> names = {"pthread_attr_init",
                                                    "pthread_attr_destroy",
                                                    "pthread_attr_setdetachstate",
                                                    "pthread_attr_setstacksize",
                                                    "pthread_detach",
                                                    "pthread_mutex_destroy",
                                                    "pthread_mutexattr_init",
                                                    "pthread_mutexattr_destroy",
                                                    "pthread_spin_destroy",
                                                    "pthread_setaffinity_np",
                                                    "pthread_attr_setscope",
                                                    "pthread_setname_np"};
    return names.contains(name);
}

}  // namespace

bool ThreadLowering::thread_call(Frame& frame, const llvm::CallBase& call, llvm::StringRef name,
                                 Path& path) {
    const auto argument = [&](unsigned i) {
        return defined(scalar(frame, call.getArgOperand(i)), call.getArgOperand(i)->getType());
    };
    if (is_formality(name)) {
        set_result(frame, call, 0);
    } else if (name == "pthread_create") {
        create(frame, call, path);
        set_result(frame, call, 0);
    } else if (name == "pthread_join") {
        join_thread(frame, call, path);
        set_result(frame, call, 0);
    } else if (name == "pthread_exit") {
        Value result = argument(0);
        ends_.push_back({path, {result}});
        if (thread_ == 0)
            round_.main_left = round_.main_left.valid()
                                   ? exprs().disjunction(round_.main_left, path.guard)
                                   : path.guard;
        path.guard = exprs().bool_const(false);
    } else if (name == "pthread_self") {
        set_result(frame, call, uint64_t{thread_} + 1);
    } else if (name == "pthread_equal") {
        const Value a = argument(0), b = argument(1);
        frame.values[&call] = {{exprs().resize(exprs().make(Op::Eq, a.expr, b.expr),
                                               scalar_width(module_.data_layout(), call.getType())),
                                round_.pools.unite(a.deps, b.deps)}};
    } else {
        return false;
    }
    return true;
}

void ThreadLowering::create(Frame& frame, const llvm::CallBase& call, Path& path) {
    const Value handle = scalar(frame, call.getArgOperand(0));
    const Value start =
        defined(scalar(frame, call.getArgOperand(2)), call.getArgOperand(2)->getType());
    const Value argument =
        defined(scalar(frame, call.getArgOperand(3)), call.getArgOperand(3)->getType());
    if (!round_.threads_started) {
        if (!exprs().is_true(path.guard)) throw RestartUnfolded{};
        round_.initial = path.memory;
        round_.threads_started = true;
    }
    for (const llvm::Function* function : targets(frame, call, start.expr)) {
        if (function->isDeclaration())
            unsupported(call, "a thread that starts with a function without a body");
        const uint32_t target = module_.object_of(*function, thread_);
        const Expr chosen =
            exprs().make(Op::Eq, start.expr,
                         constant(exprs().width(start.expr), round_.objects()[target].address));
        Path here = path.with(exprs().conjunction(path.guard, chosen));
        if (dead(here)) continue;

        const auto child = static_cast<ir::ThreadId>(module_.threads.size());
        round_.builder.add_thread(fmt::format("{}#{}", function->getName().str(), child));
        ThreadInfo& info = module_.threads[child];
        const unsigned width = module_.pointer_width();
        accesses_.store(here, handle, {constant(width, uint64_t{child} + 1), {}},
                        {.size = width / 8, .location = location(call)});
        path.memory = here.memory;
        accesses_.add_effect(here.guard);
        round_.builder.create(thread_, here.guard, child, location(call));
        const ir::EventId begin = round_.builder.begin(child);
        Objects::Key context = frame.context;
        context.push_back(reinterpret_cast<uintptr_t>(&call));
        context.insert(context.end(), frame.visit.begin(), frame.visit.end());
        context.push_back(target);
        ThreadLowering lowering(module_, child, std::move(context));
        std::vector<Values> arguments;
        // What is not constant comes with the message that starts the thread.
        const bool fixed = exprs().is_const(argument.expr);
        if (function->arg_size() > 0)
            arguments.push_back(
                {{argument.expr, fixed ? ir::DepSet{} : round_.pools.deps.single(exprs(), begin)}});
        Result result = lowering.run(*function, std::move(arguments),
                                     {.guard = here.guard, .memory = round_.initial});
        if (!result.value.expr.valid()) result.value.expr = constant(width, 0);
        result.value.expr = exprs().resize(result.value.expr, 64);
        round_.builder.end(child, result.completed, result.value.expr, result.value.deps,
                           location(call));
        round_.builder.set_completed(
            child, exprs().disjunction(result.completed, exprs().negation(here.guard)));
        info.ended = true;
        info.result = result.value;
        info.end_guard = result.completed;
    }
}

void ThreadLowering::join_thread(Frame& frame, const llvm::CallBase& call, Path& path) {
    const Value handle =
        defined(scalar(frame, call.getArgOperand(0)), call.getArgOperand(0)->getType());
    const Value to = scalar(frame, call.getArgOperand(1));
    std::vector<Return> returns;
    Expr rest = path.guard;
    for (const auto& [thread, info] : module_.threads) {
        if (thread == 0) continue;
        const Expr chosen =
            exprs().make(Op::Eq, handle.expr, constant(exprs().width(handle.expr), thread + 1));
        const Expr guard = exprs().conjunction(path.guard, chosen);
        if (!info.ended) {
            // Itself, or one that made it: only if the handle can be that one.
            if (exprs().is_const(handle.expr) && !exprs().is_false(guard))
                unsupported(call, "joining a thread that has not been lowered");
            continue;
        }
        rest = exprs().conjunction(rest, exprs().negation(chosen));
        if (exprs().is_false(guard)) continue;
        const ir::EventId id = round_.builder.join(thread_, guard, thread, location(call));
        accesses_.add_effect(guard);
        const Expr waits = exprs().conjunction(guard, exprs().negation(info.end_guard));
        if (!exprs().is_false(waits)) round_.waits.push_back({thread_, waits});
        Path joined = path.with(round_.builder.event(id).guard);
        if (dead(joined)) continue;
        Value result{info.result.expr, {}};
        if (!exprs().is_const(result.expr))
            result = {round_.builder.value_of(id), round_.pools.deps.single(exprs(), id)};
        returns.push_back({std::move(joined), {result}});
    }
    if (!exprs().is_false(rest) && !exprs().is_const(handle.expr))
        accesses_.cut(path.with(rest), exprs().bool_const(true), "joining an unknown thread",
                      location(call));
    if (returns.empty()) {
        if (exprs().is_const(handle.expr) && !exprs().is_false(rest))
            unsupported(call, "joining a thread that does not exist");
        path.guard = exprs().bool_const(false);
        return;
    }
    Return joined = join_returns(std::move(returns));
    path = std::move(joined.path);
    if (!to.expr.valid() || exprs().is_const(to.expr, 0)) return;
    const unsigned width = module_.pointer_width();
    accesses_.store(path, to, {exprs().resize(joined.value[0].expr, width), joined.value[0].deps},
                    {.size = width / 8, .location = location(call)});
}

bool ThreadLowering::mutex_call(Frame& frame, const llvm::CallBase& call, llvm::StringRef name,
                                Path& path) {
    const bool mutex = name.starts_with("pthread_mutex_"), spin = name.starts_with("pthread_spin_");
    if (!mutex && !spin) return false;
    const Value address =
        defined(scalar(frame, call.getArgOperand(0)), call.getArgOperand(0)->getType());
    if (name.ends_with("_trylock")) {
        const Expr success = accesses_.lock(path, address, false, location(call));
        frame.values[&call] = {{exprs().ite(success, constant(32, 0), constant(32, busy)), {}}};
        return true;
    }
    if (name.ends_with("_lock")) {
        accesses_.lock(path, address, true, location(call));
    } else if (name.ends_with("_unlock")) {
        accesses_.unlock(path, address, location(call));
    } else if (name.ends_with("_init")) {
        // Kinds and the like are the library's (library/mutex.c).
        accesses_.store(path, address, {constant(32, 0), {}},
                        {.size = 4, .order = ir::Order::Relaxed, .location = location(call)});
    } else {
        return false;
    }
    set_result(frame, call, 0);
    return true;
}

}  // namespace fencepost::frontend::llvm_ir
