// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
#include "ir/program.h"

#include <fmt/format.h>

#include "ir/errors.h"

namespace fencepost::ir {

std::string_view name(Quantifier quantifier) {
    switch (quantifier) {
        case Quantifier::Exists:
            return "exists";
        case Quantifier::NotExists:
            return "~exists";
        case Quantifier::Forall:
            return "forall";
    }
    return "?";
}

const MemoryObject* Program::object_at(uint64_t address, uint64_t size) const {
    for (const MemoryObject& object : objects_) {
        const uint64_t offset = address - object.address;  // wraps when below
        if (address >= object.address && offset < object.size && size <= object.size - offset)
            return &object;
    }
    return nullptr;
}

std::optional<Expr> Program::initial_value(uint64_t address, unsigned size) const {
    const Expr zero = zero_[size];
    const MemoryObject* object = object_at(address, size);
    if (object == nullptr) return zero;
    const uint64_t low = address - object->address;
    for (const Cell& cell : object->cells) {
        if (cell.offset == low && cell.size == size) return cell.value;
        if (cell.offset < low + size && low < uint64_t{cell.offset} + cell.size)
            return std::nullopt;
    }
    return zero;
}

std::string Program::describe_address(uint64_t address) const {
    const MemoryObject* object = object_at(address, 1);
    if (object == nullptr) return fmt::format("{:#x}", address);
    const uint64_t offset = address - object->address;
    return offset == 0 ? object->name : fmt::format("{}+{}", object->name, offset);
}

std::string Program::describe(SourceLocation location) const {
    Position position{{}, location.line, location.column};
    if (location.file < files_.size()) position.file = files_[location.file];
    return position.to_string();
}

}  // namespace fencepost::ir
