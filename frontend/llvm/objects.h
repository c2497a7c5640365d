// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Memory objects of the lowered program and their addresses: the object's number stands in
// the high bits, so that object and offset can be read off an address. An object is known
// by a key that is the same in every round of lowering (see rounds.h): a global's or
// function's own pointer, or the call path of an allocation.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace fencepost::frontend::llvm_ir {

struct Object {
    std::string name;
    uint64_t address = 0;
    uint64_t size = 0;
    /// Bytes that may be accessed: 0 for malloc(0), otherwise the size.
    uint64_t usable = 0;
    /// Given by malloc and its like.
    bool heap = false;
    /// A function has an address but no memory.
    const void* function = nullptr;
    /// Never written (string literals, const tables).
    bool constant = false;
    /// A variable of the program with static storage, one for all threads.
    bool global = false;
    /// Several threads reach it: its accesses are events.
    bool shared = false;
};

class Objects {
  public:
    /// ILP32 has 20 bits for the offset, LP64 32.
    explicit Objects(unsigned pointer_width) : offset_bits_(pointer_width == 32 ? 20 : 32) {}

    using Key = std::vector<uint64_t>;
    /// The object of this key, made if it is new; name and size are set.
    uint32_t intern(const Key& key, std::string name, uint64_t size);

    Object& operator[](uint32_t object) { return objects_[object]; }
    const Object& operator[](uint32_t object) const { return objects_[object]; }
    uint32_t size() const { return static_cast<uint32_t>(objects_.size()); }
    uint64_t max_size() const { return (uint64_t{1} << offset_bits_) / 2; }

    /// The object an address belongs to; its offset may be out of bounds.
    std::optional<uint32_t> at(uint64_t address) const;

  private:
    unsigned offset_bits_;
    std::vector<Object> objects_;
    std::map<Key, uint32_t> index_;
};

}  // namespace fencepost::frontend::llvm_ir
