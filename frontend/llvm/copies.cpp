// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// memcpy, memmove and memset as single accesses. C does not say in which pieces bytes are
// moved; we move what the program accesses as a whole: the cells of private memory, and of
// shared memory as far as the round before knows them.
#include "frontend/llvm/thread_lowering.h"

namespace fencepost::frontend::llvm_ir {

namespace {
constexpr uint64_t max_bytes = 1 << 16;
}

std::vector<std::pair<uint64_t, unsigned>> ThreadLowering::pieces(const Path& path, const Value& a,
                                                                  const Value* b,
                                                                  uint64_t size) const {
    std::set<uint64_t> bounds = {0, size};
    for (const Value* address : {&a, b}) {
        if (address == nullptr || !exprs().is_const(address->expr)) continue;
        const uint64_t at = exprs().node(address->expr).imm;
        const auto object = round_.objects().at(at);
        if (!object) continue;
        const uint64_t offset = at - round_.objects()[*object].address;
        const auto bound = [&](uint64_t from, uint64_t length) {
            for (uint64_t edge : {from, from + length})
                if (edge > offset && edge < offset + size) bounds.insert(edge - offset);
        };
        const auto known = round_.knowledge.cells.find(*object);
        if (known != round_.knowledge.cells.end())
            for (const auto& [from, length] : known->second) bound(from, length);
        if (const Content* content = path.memory.find(*object))
            for (const auto& [from, cell] : content->cells) bound(from, cell.size);
    }
    std::vector<std::pair<uint64_t, unsigned>> result;
    for (auto from = bounds.begin(), to = std::next(from); to != bounds.end(); ++from, ++to) {
        for (uint64_t at = *from; at < *to;) {
            unsigned piece = 8;
            while (at % piece != 0 || at + piece > *to) piece /= 2;
            result.emplace_back(at, piece);
            at += piece;
        }
    }
    return result;
}

void ThreadLowering::copy(Frame& frame, const llvm::CallBase& call, Path& path) {
    const Value to = scalar(frame, call.getArgOperand(0));
    const Value from = scalar(frame, call.getArgOperand(1));
    const Value size = scalar(frame, call.getArgOperand(2));
    if (!size.expr.valid() || !exprs().is_const(size.expr))
        unsupported(call, "a copy of a number of bytes that is not constant");
    const uint64_t bytes = exprs().node(size.expr).imm;
    if (bytes > max_bytes) unsupported(call, "a very large copy");
    if (bytes == 0) return;
    copy_bytes(path, to, from, bytes, location(call));
}

void ThreadLowering::copy_bytes(Path& path, const Value& to, const Value& from, uint64_t bytes,
                                ir::SourceLocation at) {
    const unsigned width = module_.pointer_width();
    const auto plus = [&](const Value& base, uint64_t offset) {
        return Value{exprs().make(ir::Op::Add, base.expr, constant(width, offset)), base.deps};
    };
    // All reads first: memmove may overlap.
    std::vector<Value> values;
    const auto parts = pieces(path, to, &from, bytes);
    for (const auto& [offset, piece] : parts)
        values.push_back(accesses_.load(path, plus(from, offset),
                                        {.size = piece, .location = at, .flexible = true}));
    for (size_t i = 0; i < parts.size() && !dead(path); ++i) {
        const auto& [offset, piece] = parts[i];
        // Undefined bytes (padding) are not copied; undefined values stay undefined.
        if (!values[i].expr.valid()) values[i].expr = constant(8 * piece, 0);
        accesses_.store(path, plus(to, offset), values[i],
                        {.size = piece, .location = at, .flexible = true});
    }
}

void ThreadLowering::fill(Frame& frame, const llvm::CallBase& call, Path& path) {
    const Value to = scalar(frame, call.getArgOperand(0));
    Value byte = scalar(frame, call.getArgOperand(1));
    const Value size = scalar(frame, call.getArgOperand(2));
    if (!size.expr.valid() || !exprs().is_const(size.expr) || !byte.expr.valid())
        unsupported(call, "filling a number of bytes that is not constant");
    const uint64_t bytes = exprs().node(size.expr).imm;
    if (bytes > max_bytes) unsupported(call, "filling very much memory");
    if (bytes == 0) return;
    byte.expr = exprs().resize(byte.expr, 8);
    for (const auto& [offset, piece] : pieces(path, to, nullptr, bytes)) {
        if (dead(path)) return;
        Value value = byte;
        for (unsigned i = 1; i < piece; ++i) value.expr = exprs().concat(value.expr, byte.expr);
        const Value address{
            exprs().make(ir::Op::Add, to.expr, constant(module_.pointer_width(), offset)), to.deps};
        accesses_.store(path, address, value,
                        {.size = piece, .location = location(call), .flexible = true});
    }
}

}  // namespace fencepost::frontend::llvm_ir
