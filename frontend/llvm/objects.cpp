// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
#include "frontend/llvm/objects.h"

#include "ir/errors.h"

namespace fencepost::frontend::llvm_ir {

uint32_t Objects::intern(const Key& key, std::string name, uint64_t size) {
    const auto [entry, fresh] = index_.try_emplace(key, static_cast<uint32_t>(objects_.size()));
    if (fresh) {
        objects_.emplace_back();
        // Some room below, so that `a - 1` still belongs to a.
        objects_.back().address =
            (uint64_t{objects_.size()} << offset_bits_) + (uint64_t{1} << (offset_bits_ - 4));
    }
    if (size > max_size() || (offset_bits_ == 20 && objects_.size() >= 4095))
        throw ir::Unsupported("object too large or too many objects: " + name);
    Object& object = objects_[entry->second];
    object.name = std::move(name);
    object.size = size;
    object.usable = size;
    return entry->second;
}

std::optional<uint32_t> Objects::at(uint64_t address) const {
    const uint64_t number = address >> offset_bits_;
    if (number == 0 || number > objects_.size()) return std::nullopt;
    return static_cast<uint32_t>(number - 1);
}

}  // namespace fencepost::frontend::llvm_ir
