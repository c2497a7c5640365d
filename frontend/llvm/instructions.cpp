// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Instructions that compute, and plain memory access. Every result carries the union of its
// operands' dependencies, whatever the term folds to; a select depends on all three.
#include <llvm/IR/GetElementPtrTypeIterator.h>

#include <fmt/format.h>

#include "frontend/llvm/orders.h"
#include "frontend/llvm/thread_lowering.h"
#include "ir/errors.h"

namespace fencepost::frontend::llvm_ir {

using ir::Expr;
using ir::Op;

Values ThreadLowering::operand(Frame& frame, const llvm::Value* value) {
    if (const auto* constant = llvm::dyn_cast<llvm::Constant>(value))
        return module_.constant(*constant, thread_);
    const auto found = frame.values.find(value);
    if (found == frame.values.end())
        throw ir::InternalError("a value should be computed before it is used");
    return found->second;
}

Value ThreadLowering::scalar(Frame& frame, const llvm::Value* value) {
    Values values = operand(frame, value);
    return values.empty() ? Value{} : values[0];
}

Value ThreadLowering::defined(const Value& value, const llvm::Type* type) {
    if (value.expr.valid()) return value;
    const unsigned width = std::max(1u, scalar_width(module_.data_layout(), type));
    return {round_.builder.add_input("undefined", width), value.deps};
}

Value ThreadLowering::binary(const llvm::BinaryOperator& op, const Value& a, const Value& b) {
    const ir::DepSet deps = round_.pools.unite(a.deps, b.deps);
    const auto make = [&](Op o) { return Value{exprs().make(o, a.expr, b.expr), deps}; };
    switch (op.getOpcode()) {
        case llvm::Instruction::Add:
            return make(Op::Add);
        case llvm::Instruction::Sub:
            return make(Op::Sub);
        case llvm::Instruction::Mul:
            return make(Op::Mul);
        case llvm::Instruction::UDiv:
            return make(Op::UDiv);
        case llvm::Instruction::SDiv:
            return make(Op::SDiv);
        case llvm::Instruction::URem:
            return make(Op::URem);
        case llvm::Instruction::SRem:
            return make(Op::SRem);
        case llvm::Instruction::Shl:
            return make(Op::Shl);
        case llvm::Instruction::LShr:
            return make(Op::LShr);
        case llvm::Instruction::AShr:
            return make(Op::AShr);
        case llvm::Instruction::And:
            return make(Op::And);
        case llvm::Instruction::Or:
            return make(Op::Or);
        case llvm::Instruction::Xor:
            return make(Op::Xor);
        default:
            unsupported(op, fmt::format("floating point (`{}`)", op.getOpcodeName()));
    }
}

Value ThreadLowering::compare(const llvm::ICmpInst& op, const Value& a, const Value& b) {
    const ir::DepSet deps = round_.pools.unite(a.deps, b.deps);
    const auto make = [&](Op o, Expr x, Expr y) { return Value{exprs().make(o, x, y), deps}; };
    switch (op.getPredicate()) {
        case llvm::CmpInst::ICMP_EQ:
            return make(Op::Eq, a.expr, b.expr);
        case llvm::CmpInst::ICMP_NE:
            return {exprs().negation(exprs().make(Op::Eq, a.expr, b.expr)), deps};
        case llvm::CmpInst::ICMP_UGT:
            return make(Op::Ult, b.expr, a.expr);
        case llvm::CmpInst::ICMP_UGE:
            return make(Op::Ule, b.expr, a.expr);
        case llvm::CmpInst::ICMP_ULT:
            return make(Op::Ult, a.expr, b.expr);
        case llvm::CmpInst::ICMP_ULE:
            return make(Op::Ule, a.expr, b.expr);
        case llvm::CmpInst::ICMP_SGT:
            return make(Op::Slt, b.expr, a.expr);
        case llvm::CmpInst::ICMP_SGE:
            return make(Op::Sle, b.expr, a.expr);
        case llvm::CmpInst::ICMP_SLT:
            return make(Op::Slt, a.expr, b.expr);
        case llvm::CmpInst::ICMP_SLE:
            return make(Op::Sle, a.expr, b.expr);
        default:
            unsupported(op, "this comparison");
    }
}

/// Values of a scalar as wide as another type: a function may be called by another prototype.
Values ThreadLowering::coerced(Values values, const llvm::Type* type) {
    const unsigned width = scalar_width(module_.data_layout(), type);
    if (values.size() != 1 || width == 0 || !values[0].expr.valid()) return values;
    values[0].expr = exprs().resize(values[0].expr, width);
    return values;
}

Value ThreadLowering::cast(const llvm::CastInst& op, const Value& a) {
    const unsigned width = scalar_width(module_.data_layout(), op.getDestTy());
    if (width == 0)
        unsupported(op, fmt::format("a cast to a wide type (`{}`)", op.getOpcodeName()));
    switch (op.getOpcode()) {
        case llvm::Instruction::SExt:
            return {exprs().sext(a.expr, width), a.deps};
        case llvm::Instruction::Trunc:
        case llvm::Instruction::ZExt:
        case llvm::Instruction::PtrToInt:
        case llvm::Instruction::IntToPtr:
        case llvm::Instruction::BitCast:
        case llvm::Instruction::AddrSpaceCast:
            return {exprs().resize(a.expr, width), a.deps};
        default:
            unsupported(op, fmt::format("floating point (`{}`)", op.getOpcodeName()));
    }
}

Value ThreadLowering::element_address(Frame& frame, const llvm::GEPOperator& gep) {
    const llvm::DataLayout& layout = module_.data_layout();
    const unsigned width = module_.pointer_width();
    const llvm::Value* base = gep.getPointerOperand();
    Value address = defined(scalar(frame, base), base->getType());
    for (auto at = llvm::gep_type_begin(gep), end = llvm::gep_type_end(gep); at != end; ++at) {
        const llvm::Value* index = at.getOperand();
        if (llvm::StructType* type = at.getStructTypeOrNull()) {
            const auto field =
                static_cast<unsigned>(llvm::cast<llvm::ConstantInt>(index)->getZExtValue());
            address.expr = exprs().make(
                Op::Add, address.expr,
                constant(width, layout.getStructLayout(type)->getElementOffset(field)));
            continue;
        }
        const Value i = defined(scalar(frame, index), index->getType());
        const unsigned index_width = exprs().width(i.expr);
        const Expr wide =
            index_width < width ? exprs().sext(i.expr, width) : exprs().resize(i.expr, width);
        const uint64_t size = at.getSequentialElementStride(layout).getFixedValue();
        address.expr =
            exprs().make(Op::Add, address.expr, exprs().make(Op::Mul, wide, constant(width, size)));
        address.deps = round_.pools.unite(address.deps, i.deps);
    }
    return address;
}

Value ThreadLowering::allocate(Frame& frame, const llvm::Instruction& site, std::string name,
                               uint64_t size, bool zero, Path& path) {
    Objects::Key key = frame.context;
    key.push_back(reinterpret_cast<uintptr_t>(&site));
    key.insert(key.end(), frame.visit.begin(), frame.visit.end());
    const uint32_t object =
        round_.objects().intern(key, std::move(name), std::max<uint64_t>(size, 1));
    Content content;
    content.zero = zero;
    path.memory.allocate(object, std::move(content));
    return {constant(module_.pointer_width(), round_.objects()[object].address), {}};
}

std::vector<std::pair<uint64_t, llvm::Type*>> ThreadLowering::parts(llvm::Type* type) const {
    const llvm::DataLayout& layout = module_.data_layout();
    if (scalar_width(layout, type) > 0) return {{0, type}};
    std::vector<std::pair<uint64_t, llvm::Type*>> result;
    const auto add = [&](uint64_t offset, llvm::Type* member) {
        const auto inner = parts(member);
        for (const auto& [within, scalar] : inner) result.emplace_back(offset + within, scalar);
        return !inner.empty();
    };
    if (auto* record = llvm::dyn_cast<llvm::StructType>(type)) {
        for (unsigned i = 0; i < record->getNumElements(); ++i)
            if (!add(layout.getStructLayout(record)->getElementOffset(i),
                     record->getElementType(i)))
                return {};
    } else if (auto* array = llvm::dyn_cast<llvm::ArrayType>(type)) {
        const uint64_t stride = layout.getTypeAllocSize(array->getElementType()).getFixedValue();
        for (uint64_t i = 0; i < array->getNumElements(); ++i)
            if (!add(i * stride, array->getElementType())) return {};
    }
    return result;
}

void ThreadLowering::load(Frame& frame, const llvm::LoadInst& load, Path& path) {
    const llvm::DataLayout& layout = module_.data_layout();
    const auto all = parts(load.getType());
    if (all.empty()) unsupported(load, "a load of a vector or of more than 64 bits");
    const Value address =
        defined(scalar(frame, load.getPointerOperand()), load.getPointerOperandType());
    Values result;
    for (const auto& [offset, type] : all) {
        const Value at{
            exprs().make(Op::Add, address.expr, constant(module_.pointer_width(), offset)),
            address.deps};
        const auto size = static_cast<unsigned>(layout.getTypeStoreSize(type));
        Value value = accesses_.load(
            path, at,
            {.size = size, .order = order_of(load.getOrdering()), .location = location(load)});
        if (!value.expr.valid() && !type->isPointerTy()) {
            // What it is now it stays.
            value.expr = round_.builder.add_input("undefined", 8 * size);
            accesses_.settle(path, at, size, value);
        }
        if (value.expr.valid()) value.expr = exprs().resize(value.expr, scalar_width(layout, type));
        result.push_back(value);
    }
    frame.values[&load] = std::move(result);
}

void ThreadLowering::store(Frame& frame, const llvm::StoreInst& store, Path& path) {
    const llvm::DataLayout& layout = module_.data_layout();
    const auto all = parts(store.getValueOperand()->getType());
    if (all.empty()) unsupported(store, "a store of a vector or of more than 64 bits");
    const Value address =
        defined(scalar(frame, store.getPointerOperand()), store.getPointerOperandType());
    const Values values = operand(frame, store.getValueOperand());
    for (size_t i = 0; i < all.size(); ++i) {
        const auto& [offset, type] = all[i];
        const auto size = static_cast<unsigned>(layout.getTypeStoreSize(type));
        Value value = defined(values[i], type);
        value.expr = exprs().resize(value.expr, 8 * size);
        const Value at{
            exprs().make(Op::Add, address.expr, constant(module_.pointer_width(), offset)),
            address.deps};
        accesses_.store(
            path, at, value,
            {.size = size, .order = order_of(store.getOrdering()), .location = location(store)});
    }
}

void ThreadLowering::execute(Frame& frame, const llvm::Instruction& i, Path& path) {
    const auto arg = [&](unsigned n) {
        return defined(scalar(frame, i.getOperand(n)), i.getOperand(n)->getType());
    };
    if (const auto* op = llvm::dyn_cast<llvm::CallBase>(&i)) return call(frame, *op, path);
    if (const auto* op = llvm::dyn_cast<llvm::LoadInst>(&i)) return load(frame, *op, path);
    if (const auto* op = llvm::dyn_cast<llvm::StoreInst>(&i)) return store(frame, *op, path);
    if (const auto* op = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&i))
        return compare_exchange(frame, *op, path);
    if (const auto* op = llvm::dyn_cast<llvm::AtomicRMWInst>(&i))
        return read_modify_write(frame, *op, path);
    if (const auto* op = llvm::dyn_cast<llvm::FenceInst>(&i)) return fence(*op, path);
    if (fold_floating_point(frame, i)) return;
    const bool typed = i.getType()->isVoidTy() || scalar_count(i.getType()) > 0;
    if (!typed) unsupported(i, fmt::format("a value of this type (`{}`)", i.getOpcodeName()));
    Values& result = frame.values[&i];
    if (const auto* op = llvm::dyn_cast<llvm::AllocaInst>(&i)) {
        const Value count = arg(0);
        if (!exprs().is_const(count.expr)) unsupported(i, "an array of variable length");
        const uint64_t size =
            module_.data_layout().getTypeAllocSize(op->getAllocatedType()).getFixedValue() *
            exprs().node(count.expr).imm;
        result = {allocate(frame, i, i.getName().str(), size, false, path)};
    } else if (const auto* op = llvm::dyn_cast<llvm::BinaryOperator>(&i)) {
        const Value a = arg(0), b = arg(1);
        if (op->getType()->isIntegerTy()) check_arithmetic(*op, a.expr, b.expr, path);
        result = {binary(*op, a, b)};
    } else if (const auto* op = llvm::dyn_cast<llvm::ICmpInst>(&i)) {
        result = {compare(*op, arg(0), arg(1))};
    } else if (const auto* op = llvm::dyn_cast<llvm::CastInst>(&i)) {
        if (scalar_width(module_.data_layout(), op->getSrcTy()) == 0)
            unsupported(i, "a value of more than 64 bits");
        result = {cast(*op, arg(0))};
    } else if (const auto* op = llvm::dyn_cast<llvm::GetElementPtrInst>(&i)) {
        result = {element_address(frame, llvm::cast<llvm::GEPOperator>(*op))};
    } else if (llvm::isa<llvm::SelectInst>(i)) {
        const Value condition = arg(0);
        const Values yes = operand(frame, i.getOperand(1)), no = operand(frame, i.getOperand(2));
        Values chosen;
        for (size_t s = 0; s < yes.size(); ++s) {
            Value v =
                merge(round_.pools, {{{yes[s].expr, {}}, condition.expr}, {{no[s].expr, {}}, {}}});
            v.deps =
                round_.pools.unite(round_.pools.unite(yes[s].deps, no[s].deps), condition.deps);
            chosen.push_back(v);
        }
        frame.values[&i] = chosen;
    } else if (llvm::isa<llvm::FreezeInst>(i)) {
        const bool wild = round_.property == ir::Property::MemSafety && i.getType()->isPointerTy();
        result = {scalar(frame, i.getOperand(0))};
        if (wild && !result[0].expr.valid())
            result[0].expr = constant(module_.pointer_width(), no_address);
        result[0] = defined(result[0], i.getType());
    } else if (const auto* op = llvm::dyn_cast<llvm::ExtractValueInst>(&i)) {
        const Values from = operand(frame, op->getAggregateOperand());
        const auto [first, count] =
            scalar_range(op->getAggregateOperand()->getType(), op->getIndices());
        frame.values[&i] = Values(from.begin() + first, from.begin() + first + count);
    } else if (const auto* op = llvm::dyn_cast<llvm::InsertValueInst>(&i)) {
        Values into = operand(frame, op->getAggregateOperand());
        const Values what = operand(frame, op->getInsertedValueOperand());
        const auto [first, count] = scalar_range(op->getType(), op->getIndices());
        std::copy(what.begin(), what.begin() + count, into.begin() + first);
        frame.values[&i] = into;
    } else {
        unsupported(i, fmt::format("the instruction `{}`", i.getOpcodeName()));
    }
}

}  // namespace fencepost::frontend::llvm_ir
