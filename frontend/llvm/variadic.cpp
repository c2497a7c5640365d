// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Functions with `...`, as x86 has them. The arguments behind the named ones lie in memory,
// one after the other, each in slots of the size of a pointer; on x86-64 this is the overflow
// area, and va_start says that the registers before it are used up. Clang has written out
// va_arg as accesses to a va_list in these terms.
#include "frontend/llvm/thread_lowering.h"

namespace fencepost::frontend::llvm_ir {

namespace {

// Offsets at which all registers of x86-64 are used up.
constexpr uint64_t general_registers = 48, all_registers = 176;

}  // namespace

Value ThreadLowering::pass_variadic(Frame& frame, const llvm::CallBase& call, unsigned first,
                                    Path& path) {
    const llvm::DataLayout& layout = module_.data_layout();
    const uint64_t slot = layout.getPointerSize();
    const auto size_of = [&](unsigned i) {
        llvm::Type* type =
            call.isByValArgument(i) ? call.getParamByValType(i) : call.getArgOperand(i)->getType();
        return (layout.getTypeAllocSize(type).getFixedValue() + slot - 1) / slot * slot;
    };
    uint64_t total = 0;
    for (unsigned i = first; i < call.arg_size(); ++i) total += size_of(i);
    Objects::Key saved = frame.context;
    frame.context.push_back(call.arg_size());
    const Value area = allocate(frame, call, "...", total, false, path);
    frame.context = std::move(saved);
    uint64_t offset = 0;
    for (unsigned i = first; i < call.arg_size(); ++i) {
        const Value at{
            exprs().make(ir::Op::Add, area.expr, constant(module_.pointer_width(), offset)), {}};
        const Value value =
            defined(scalar(frame, call.getArgOperand(i)), call.getArgOperand(i)->getType());
        const llvm::Type* type = call.getArgOperand(i)->getType();
        if (call.isByValArgument(i)) {
            copy_bytes(path, at, value, size_of(i), location(call));
        } else if (scalar_width(layout, type) == 0) {
            unsupported(call, "an argument of `...` with more than 64 bits");
        } else {
            const unsigned size = scalar_width(layout, type) > 32 ? 8 : 4;
            accesses_.store(path, at, {exprs().resize(value.expr, 8 * size), value.deps},
                            {.size = size, .location = location(call)});
        }
        offset += size_of(i);
    }
    return area;
}

void ThreadLowering::start_variadic(Frame& frame, const llvm::CallBase& call, Path& path) {
    if (!frame.variadic.expr.valid()) unsupported(call, "va_start without arguments");
    const Value list = scalar(frame, call.getArgOperand(0));
    const unsigned width = module_.pointer_width();
    const auto put = [&](uint64_t offset, unsigned size, const Value& value) {
        const Value at{exprs().make(ir::Op::Add, list.expr, constant(width, offset)), list.deps};
        accesses_.store(path, at, value, {.size = size, .location = location(call)});
    };
    if (width == 32) return put(0, 4, frame.variadic);
    put(0, 4, {constant(32, general_registers), {}});
    put(4, 4, {constant(32, all_registers), {}});
    put(8, 8, frame.variadic);
    put(16, 8, {constant(64, 0), {}});
}

}  // namespace fencepost::frontend::llvm_ir
