// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Globals and constants. Initialisers become cells of their scalars' sizes; pointers in
// them are addresses of objects.
#include "frontend/llvm/module_lowering.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Operator.h>

#include <fmt/format.h>

namespace fencepost::frontend::llvm_ir {

using ir::Op;

unsigned scalar_width(const llvm::DataLayout& layout, const llvm::Type* type) {
    if (type->isIntegerTy() && type->getIntegerBitWidth() <= 64) return type->getIntegerBitWidth();
    if (type->isPointerTy()) return layout.getPointerSizeInBits();
    if (type->isFloatTy()) return 32;
    if (type->isDoubleTy()) return 64;
    return 0;
}

unsigned scalar_count(const llvm::Type* type) {
    if (const auto* record = llvm::dyn_cast<llvm::StructType>(type)) {
        unsigned count = 0;
        for (const llvm::Type* member : record->elements()) {
            const unsigned inner = scalar_count(member);
            if (inner == 0) return 0;
            count += inner;
        }
        return count;
    }
    if (const auto* array = llvm::dyn_cast<llvm::ArrayType>(type))
        return static_cast<unsigned>(array->getNumElements()) *
               scalar_count(array->getElementType());
    const bool scalar = (type->isIntegerTy() && type->getIntegerBitWidth() <= 64) ||
                        type->isPointerTy() || type->isFloatTy() || type->isDoubleTy();
    return scalar ? 1 : 0;
}

const Layout& ModuleLowering::layout(const llvm::Function& function) {
    auto& layout = layouts_[&function];
    if (!layout) layout = std::make_unique<Layout>(const_cast<llvm::Function&>(function));
    return *layout;
}

uint32_t ModuleLowering::object_of(const llvm::GlobalValue& global, ir::ThreadId thread) {
    const auto* variable = llvm::dyn_cast<llvm::GlobalVariable>(&global);
    const bool per_thread = variable != nullptr && variable->isThreadLocal();
    Objects::Key key = {per_thread ? 2u : 1u, reinterpret_cast<uintptr_t>(&global)};
    if (per_thread) key.push_back(thread);
    uint64_t size = 1;
    if (variable != nullptr && variable->getValueType()->isSized())
        size = data_layout().getTypeAllocSize(variable->getValueType()).getFixedValue();
    const uint32_t id =
        round_.objects().intern(key, global.getName().str(), std::max<uint64_t>(size, 1));
    Object& object = round_.objects()[id];
    object.constant = variable != nullptr && variable->isConstant();
    if (llvm::isa<llvm::Function>(global)) object.function = &global;
    object.global = variable != nullptr && !per_thread;
    return id;
}

LocalMemory ModuleLowering::initial_memory() {
    LocalMemory memory;
    for (const llvm::GlobalVariable& variable : module_.globals()) {
        if (variable.getName().starts_with("llvm.")) continue;
        if (variable.isThreadLocal()) continue;
        Content content;
        if (variable.hasInitializer()) initialise(content, 0, *variable.getInitializer());
        memory.allocate(object_of(variable, 0), std::move(content));
    }
    return memory;
}

void ModuleLowering::initialise(Content& content, uint64_t offset, const llvm::Constant& value) {
    if (value.isNullValue() || llvm::isa<llvm::UndefValue>(value)) return;
    const llvm::Type* type = value.getType();
    if (auto* record = llvm::dyn_cast<llvm::StructType>(type)) {
        const auto* layout = data_layout().getStructLayout(const_cast<llvm::StructType*>(record));
        for (unsigned i = 0; i < record->getNumElements(); ++i)
            initialise(content, offset + layout->getElementOffset(i),
                       *value.getAggregateElement(i));
        return;
    }
    if (const auto* array = llvm::dyn_cast<llvm::ArrayType>(type)) {
        const uint64_t stride =
            data_layout().getTypeAllocSize(array->getElementType()).getFixedValue();
        for (uint64_t i = 0; i < array->getNumElements(); ++i)
            initialise(content, offset + i * stride,
                       *value.getAggregateElement(static_cast<unsigned>(i)));
        return;
    }
    const auto size =
        static_cast<unsigned>(data_layout().getTypeStoreSize(const_cast<llvm::Type*>(type)));
    const Values scalar = constant(value, 0);
    if (scalar.size() != 1) throw ir::Unsupported("a global of a vector or wide type");
    if (!scalar[0].expr.valid()) return;
    store(round_.pools, content, offset, size,
          {round_.pools.exprs.resize(scalar[0].expr, 8 * size), {}});
}

Values ModuleLowering::constant(const llvm::Constant& value, ir::ThreadId thread) {
    ir::ExprPool& exprs = round_.pools.exprs;
    const unsigned width = scalar_width(data_layout(), value.getType());
    const auto number = [&](uint64_t n) { return Values{{exprs.constant(width, n), {}}}; };
    if (width == 0) {
        const unsigned count = scalar_count(value.getType());
        if (count == 0) {
            // Metadata and label operands of intrinsics that nobody looks at.
            if (!value.getType()->isFirstClassType() || value.getType()->isMetadataTy()) return {};
            throw ir::Unsupported("a constant of a vector or wide type");
        }
        Values all;
        for (unsigned i = 0;; ++i) {
            const llvm::Constant* element = value.getAggregateElement(i);
            if (element == nullptr) break;
            const Values part = constant(*element, thread);
            all.insert(all.end(), part.begin(), part.end());
        }
        all.resize(count);
        return all;
    }
    if (const auto* integer = llvm::dyn_cast<llvm::ConstantInt>(&value))
        return number(integer->getZExtValue());
    if (value.isNullValue()) return number(0);
    if (llvm::isa<llvm::UndefValue>(value)) return {Value{}};
    if (const auto* real = llvm::dyn_cast<llvm::ConstantFP>(&value))
        return number(real->getValueAPF().bitcastToAPInt().getZExtValue());
    if (const auto* alias = llvm::dyn_cast<llvm::GlobalAlias>(&value))
        return constant(*alias->getAliasee(), thread);
    if (const auto* global = llvm::dyn_cast<llvm::GlobalValue>(&value))
        return number(round_.objects()[object_of(*global, thread)].address);
    if (const auto* gep = llvm::dyn_cast<llvm::GEPOperator>(&value)) {
        llvm::APInt offset(data_layout().getIndexTypeSizeInBits(gep->getType()), 0);
        if (gep->accumulateConstantOffset(data_layout(), offset)) {
            const Values base =
                constant(*llvm::cast<llvm::Constant>(gep->getPointerOperand()), thread);
            return {
                {exprs.make(Op::Add, base[0].expr,
                            exprs.constant(width, static_cast<uint64_t>(offset.getSExtValue()))),
                 {}}};
        }
    }
    if (const auto* expression = llvm::dyn_cast<llvm::ConstantExpr>(&value)) {
        std::vector<ir::Expr> operands;
        for (const llvm::Use& use : expression->operands())
            operands.push_back(constant(*llvm::cast<llvm::Constant>(use), thread).at(0).expr);
        switch (expression->getOpcode()) {
            case llvm::Instruction::PtrToInt:
            case llvm::Instruction::IntToPtr:
            case llvm::Instruction::BitCast:
            case llvm::Instruction::Trunc:
            case llvm::Instruction::AddrSpaceCast:
                return {{exprs.resize(operands[0], width), {}}};
            case llvm::Instruction::Add:
                return {{exprs.make(Op::Add, operands[0], operands[1]), {}}};
            case llvm::Instruction::Sub:
                return {{exprs.make(Op::Sub, operands[0], operands[1]), {}}};
            case llvm::Instruction::Xor:
                return {{exprs.make(Op::Xor, operands[0], operands[1]), {}}};
            default:
                break;
        }
    }
    throw ir::Unsupported("this constant expression");
}

bool ModuleLowering::observes_locks() const {
    for (const char* name : {"pthread_mutex_trylock", "pthread_spin_trylock"})
        if (const llvm::Function* function = module_.getFunction(name))
            if (!function->use_empty()) return true;
    return false;
}

ir::SourceLocation ModuleLowering::location(const llvm::Instruction& instruction) {
    const llvm::DebugLoc& at = instruction.getDebugLoc();
    if (!at) return {};
    const std::string file = at->getFilename().str();
    const uint32_t index = round_.builder.add_file(file);
    if (index == round_.files.size()) round_.files.push_back(file);
    return {index, at.getLine(), at.getCol()};
}

ir::Position ModuleLowering::position(const llvm::Instruction& instruction) const {
    if (const llvm::DebugLoc& at = instruction.getDebugLoc())
        return {at->getFilename().str(), at.getLine(), at.getCol()};
    return {fmt::format("{} (function {})", module_.getModuleIdentifier(),
                        instruction.getFunction()->getName().str()),
            0, 0};
}

}  // namespace fencepost::frontend::llvm_ir
