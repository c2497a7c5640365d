// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Calls. A function with a body is followed, whatever its name, except for the error
// functions of competition programs; a declared one must be known by name; the rest is
// unsupported. A call through a pointer becomes one guarded call per function it can mean.
#include <fmt/format.h>
#include <llvm/IR/InlineAsm.h>

#include "frontend/llvm/library.h"
#include "frontend/llvm/thread_lowering.h"

namespace fencepost::frontend::llvm_ir {

using ir::Expr;
using ir::Op;

namespace {

bool is_usual_error_function(llvm::StringRef name) {
    return name == "reach_error" || name == "__VERIFIER_error";
}

/// Prints or does nothing that a thread could notice.
bool is_harmless(llvm::StringRef name) {
    static const std::set<llvm::StringRef> names = {"printf",         "fprintf",
                                                    "puts",           "putchar",
                                                    "putc",           "fputs",
                                                    "fputc",          "vprintf",
                                                    "vfprintf",       "dprintf",
                                                    "__printf_chk",   "__fprintf_chk",
                                                    "fputc_unlocked", "putchar_unlocked",
                                                    "syslog",         "perror",
                                                    "srand",          "setbuf",
                                                    "fwrite",         "pthread_setconcurrency"};
    return names.contains(name);
}

/// Takes no time and succeeds.
bool is_instant(llvm::StringRef name) {
    static const std::set<llvm::StringRef> names = {
        "usleep",      "sleep",      "nanosleep",     "clock_nanosleep",
        "sched_yield", "thrd_yield", "pthread_yield", "pthread_testcancel",
        "fflush",      "setvbuf",    "__sched_yield"};
    return names.contains(name);
}

/// Hints for other tools about loops and the like.
bool is_annotation(llvm::StringRef name) {
    return name.starts_with("__VERIFIER_spin_") || name.starts_with("__VERIFIER_loop_") ||
           name.starts_with("__VERIFIER_annotate_");
}

/// Output to a C++ stream, which is the result.
bool returns_first(llvm::StringRef name) {
    return name.starts_with("_ZNSo") || name.starts_with("_ZSt4endl") ||
           name.starts_with("_ZSt5flush") || name.starts_with("_ZSt16__ostream_insert") ||
           (name.starts_with("_ZStls") && name.contains("basic_ostream"));
}

/// Constructors and destructors of C++ streams.
bool is_stream_setup(llvm::StringRef name) { return name.starts_with("_ZNSt8ios_base4Init"); }

bool ends_thread(llvm::StringRef name) {
    static const std::set<llvm::StringRef> names = {"abort", "exit", "_exit", "_Exit",
                                                    "quick_exit"};
    return names.contains(name);
}

bool fails(llvm::StringRef name) {
    static const std::set<llvm::StringRef> names = {"__assert_fail", "__assert",
                                                    "__assert_rtn",  "__assert_perror_fail",
                                                    "_assert",       "__VERIFIER_assert_fail"};
    return names.contains(name) || is_usual_error_function(name);
}

}  // namespace

bool ThreadLowering::is_error_function(llvm::StringRef name) const {
    return round_.error_function.empty() ? is_usual_error_function(name)
                                         : name == round_.error_function;
}

void ThreadLowering::call(Frame& frame, const llvm::CallBase& call, Path& path) {
    if (call.isInlineAsm()) return inline_assembly(frame, call, path);
    const llvm::Value* target = call.getCalledOperand()->stripPointerCastsAndAliases();
    const auto* callee = llvm::dyn_cast<llvm::Function>(target);
    if (callee == nullptr) return call_pointer(frame, call, path);
    const llvm::StringRef name = callee->getName();
    if (callee->isIntrinsic()) {
        if (!intrinsic(frame, call, path))
            unsupported(call, fmt::format("the intrinsic `{}`", name.str()));
        return;
    }
    if (is_error_function(name)) return fail(path, location(call));
    const bool stream = returns_first(name) || is_stream_setup(name);
    if (stream && library_call(frame, call, name, path)) return;
    call_declared(frame, call, *callee, path);
}

/// A function that is named, with or without a body.
void ThreadLowering::call_declared(Frame& frame, const llvm::CallBase& call,
                                   const llvm::Function& callee, Path& path) {
    if (!callee.isDeclaration()) return call_defined(frame, call, callee, path);
    if (!library_call(frame, call, callee.getName(), path))
        unsupported(call, fmt::format("the function `{}` without a body", callee.getName().str()));
    const bool used = !call.getType()->isVoidTy() && !frame.values.contains(&call);
    if (used && scalar_count(call.getType()) == 1)
        frame.values[&call] = {call.use_empty() ? Value{} : defined({}, call.getType())};
}

void ThreadLowering::call_defined(Frame& frame, const llvm::CallBase& call,
                                  const llvm::Function& callee, Path& path) {
    if (is_error_function(callee.getName())) return fail(path, location(call));
    const bool atomic = callee.getName().starts_with("__VERIFIER_atomic_");
    std::vector<Values> arguments;
    for (unsigned i = 0; i < call.arg_size(); ++i) {
        Values value = operand(frame, call.getArgOperand(i));
        if (call.isByValArgument(i)) {
            const uint64_t size =
                module_.data_layout().getTypeAllocSize(call.getParamByValType(i)).getFixedValue();
            Objects::Key saved = frame.context;
            frame.context.push_back(i);
            const Value copied = allocate(frame, call, "argument", size, false, path);
            frame.context = std::move(saved);
            copy_bytes(path, copied, value[0], size, location(call));
            value = {copied};
        }
        if (i < callee.arg_size()) value = coerced(std::move(value), callee.getArg(i)->getType());
        arguments.push_back(std::move(value));
    }
    for (auto i = static_cast<unsigned>(arguments.size()); i < callee.arg_size(); ++i)
        arguments.push_back(Values(std::max(1u, scalar_count(callee.getArg(i)->getType()))));
    if (callee.isVarArg())
        variadic_ = pass_variadic(frame, call, static_cast<unsigned>(callee.arg_size()), path);
    if (atomic) accesses_.begin_section(path, location(call));
    auto result = dead(path) ? std::nullopt
                             : call_function(callee, std::move(arguments), path, &frame, &call);
    if (!result) {
        path.guard = exprs().bool_const(false);
        return;
    }
    path = std::move(result->path);
    if (atomic) accesses_.end_section(path, location(call));
    if (!call.getType()->isVoidTy()) {
        result->value.resize(std::max(1u, scalar_count(call.getType())));
        frame.values[&call] = coerced(std::move(result->value), call.getType());
    }
}

/// The functions that a pointer can mean. What was read from shared memory is known from the
/// round before; the end of this round looks whether that was all.
std::vector<const llvm::Function*> ThreadLowering::targets(const Frame& frame,
                                                           const llvm::CallBase& call,
                                                           Expr pointer) {
    const Pointees where = round_.pointers.of(pointer);
    std::set<uint32_t> objects;
    for (const Pointee& target : where.list)
        if (target.object != no_object) objects.insert(target.object);
    if (where.unknown) {
        Objects::Key key = frame.context;
        key.push_back(reinterpret_cast<uintptr_t>(&call));
        key.insert(key.end(), frame.visit.begin(), frame.visit.end());
        round_.indirect[key].push_back(pointer);
        const std::set<uint32_t>& known = round_.knowledge.callees[key];
        objects.insert(known.begin(), known.end());
    }
    std::vector<const llvm::Function*> functions;
    for (const uint32_t object : objects)
        if (const void* function = round_.objects()[object].function)
            functions.push_back(static_cast<const llvm::Function*>(function));
    return functions;
}

void ThreadLowering::call_pointer(Frame& frame, const llvm::CallBase& call, Path& path) {
    const Value pointer =
        defined(scalar(frame, call.getCalledOperand()), call.getCalledOperand()->getType());
    Expr rest = path.guard;
    std::vector<Return> returns;
    for (const llvm::Function* function : targets(frame, call, pointer.expr)) {
        const uint64_t address = round_.objects()[module_.object_of(*function, thread_)].address;
        const Expr here =
            exprs().make(Op::Eq, pointer.expr, constant(exprs().width(pointer.expr), address));
        if (exprs().is_false(here)) continue;
        accesses_.branch(path, {here, pointer.deps}, location(call));
        Path taken = path.with(exprs().conjunction(rest, here));
        rest = exprs().conjunction(rest, exprs().negation(here));
        if (dead(taken)) continue;
        frame.values.erase(&call);
        call_declared(frame, call, *function, taken);
        Values value;
        if (!call.getType()->isVoidTy() && frame.values.contains(&call))
            value = frame.values[&call];
        if (!dead(taken)) returns.push_back({std::move(taken), std::move(value)});
    }
    if (!exprs().is_false(rest))
        accesses_.cut(path.with(rest), exprs().bool_const(true),
                      "a call through an unknown pointer", location(call));
    if (returns.empty()) {
        path.guard = exprs().bool_const(false);
        return;
    }
    Return joined = join_returns(std::move(returns));
    path = std::move(joined.path);
    if (!call.getType()->isVoidTy()) frame.values[&call] = std::move(joined.value);
}

void ThreadLowering::fail(Path& path, ir::SourceLocation location) {
    if (round_.property == ir::Property::Assert) {
        round_.builder.assertion(thread_, path.guard, exprs().bool_const(false), ir::DepSet{},
                                 location);
        accesses_.add_effect(path.guard);
    }
    path.guard = exprs().bool_const(false);
}

Value ThreadLowering::nonzero(const Value& value) {
    const Expr zero = constant(exprs().width(value.expr), 0);
    return {exprs().negation(exprs().make(Op::Eq, value.expr, zero)), value.deps};
}

void ThreadLowering::assume(Path& path, const Value& condition, ir::SourceLocation location) {
    if (!condition.deps.empty() || !exprs().is_const(condition.expr))
        round_.builder.assume(thread_, path.guard, condition.expr, condition.deps, location);
    path.guard = exprs().conjunction(path.guard, condition.expr);
}

void ThreadLowering::set_result(Frame& frame, const llvm::CallBase& call, uint64_t value) {
    const unsigned width = scalar_width(module_.data_layout(), call.getType());
    if (width > 0) frame.values[&call] = {{constant(width, value), {}}};
}

bool ThreadLowering::library_call(Frame& frame, const llvm::CallBase& call, llvm::StringRef name,
                                  Path& path) {
    if (name.consume_back("$UNIX2003")) return library_call(frame, call, name, path);
    if (is_harmless(name) || is_stream_setup(name)) return true;
    if (fails(name) && round_.error_function.empty()) {
        fail(path, location(call));
        return true;
    }
    if (is_instant(name)) {
        set_result(frame, call, 0);
        return true;
    }
    if (is_annotation(name)) return true;
    if (returns_first(name) && call.arg_size() > 0) {
        frame.values[&call] = operand(frame, call.getArgOperand(0));
        return true;
    }
    if (ends_thread(name) || fails(name)) {
        if (name == "exit") call_hook(program_exit_function, path, &frame, &call);
        path.guard = exprs().bool_const(false);
        return true;
    }
    return primitive_call(frame, call, name, path) || verifier_call(frame, call, name, path) ||
           memory_call(frame, call, name, path) || thread_call(frame, call, name, path) ||
           mutex_call(frame, call, name, path);
}

bool ThreadLowering::verifier_call(Frame& frame, const llvm::CallBase& call, llvm::StringRef name,
                                   Path& path) {
    const auto condition = [&] {
        const llvm::Value* argument = call.getArgOperand(0);
        return nonzero(defined(scalar(frame, argument), argument->getType()));
    };
    if (name.starts_with("__VERIFIER_nondet_")) {
        const unsigned width = scalar_width(module_.data_layout(), call.getType());
        if (width == 0) unsupported(call, "a nondeterministic value of this type");
        // A bool is 0 or 1.
        const bool boolean = name.ends_with("_bool") || name.ends_with("_Bool");
        Expr value = round_.builder.add_input(fmt::format("{}:{}", name.str(), location(call).line),
                                              boolean ? 1 : width);
        if (boolean) value = exprs().resize(value, width);
        frame.values[&call] = {{value, {}}};
        return true;
    }
    if (name == "__VERIFIER_assume" || name == "__CPROVER_assume" ||
        name == "assume_abort_if_not" || name == "__ESBMC_assume") {
        assume(path, condition(), location(call));
        return true;
    }
    if (name == "__CPROVER_assert" || name == "__VERIFIER_assert" || name == "__ESBMC_assert") {
        const Value holds = condition();
        accesses_.branch(path, holds, location(call));
        if (round_.property == ir::Property::Assert) {
            round_.builder.assertion(thread_, path.guard, holds.expr, holds.deps, location(call));
            accesses_.add_effect(path.guard);
        }
        path.guard = exprs().conjunction(path.guard, holds.expr);
        return true;
    }
    if (name == "__VERIFIER_atomic_begin") {
        accesses_.begin_section(path, location(call));
        return true;
    }
    if (name == "__VERIFIER_atomic_end") {
        accesses_.end_section(path, location(call));
        return true;
    }
    return false;
}

bool ThreadLowering::memory_call(Frame& frame, const llvm::CallBase& call, llvm::StringRef name,
                                 Path& path) {
    const auto number = [&](unsigned i) {
        const Value value = scalar(frame, call.getArgOperand(i));
        if (!value.expr.valid() || !exprs().is_const(value.expr))
            unsupported(call, fmt::format("`{}` with a size that is not constant", name.str()));
        return exprs().node(value.expr).imm;
    };
    const auto allocation = [&](uint64_t size) {
        const std::string label = fmt::format("{}:{}", name.str(), location(call).line);
        const Value result = allocate(frame, call, label, size, true, path);
        frame.values[&call] = {result};
        const uint32_t id = *round_.objects().at(exprs().node(result.expr).imm);
        round_.objects()[id].usable = size;
        round_.objects()[id].heap = name != "alloca";
        if (name != "alloca") accesses_.note_allocation(path, id, location(call));
        return true;
    };
    if (name == "malloc" || name == "valloc" || name == "alloca") return allocation(number(0));
    if (name == "calloc") return allocation(number(0) * number(1));
    if (name == "aligned_alloc" || name == "memalign") return allocation(number(1));
    if (name == "free" || name == "cfree") {
        const llvm::Value* argument = call.getArgOperand(0);
        accesses_.free(path, defined(scalar(frame, argument), argument->getType()), location(call));
        return true;
    }
    if (name == "memcpy" || name == "memmove" || name == "memset") {
        name == "memset" ? fill(frame, call, path) : copy(frame, call, path);
        frame.values[&call] = operand(frame, call.getArgOperand(0));
        return true;
    }
    return false;
}

}  // namespace fencepost::frontend::llvm_ir
