// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
#include "portfolio/memory.h"

#include <malloc.h>
#include <unistd.h>

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <new>

// Sanitizers bring their own; nothing is booked then.
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define FENCEPOST_FOREIGN_NEW
#endif
#endif
#else
#define FENCEPOST_FOREIGN_NEW
#endif

namespace fencepost::portfolio {

namespace {

thread_local MemoryAccount* current = nullptr;

}  // namespace

void MemoryAccount::open(MemoryAccount* account) { current = account; }

uint64_t resident_memory() {
    uint64_t size = 0, resident = 0;
    if (std::FILE* file = std::fopen("/proc/self/statm", "r")) {
        if (std::fscanf(file, "%lu %lu", &size, &resident) != 2) resident = 0;
        std::fclose(file);
    }
    return resident * static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
}

}  // namespace fencepost::portfolio

#ifndef FENCEPOST_FOREIGN_NEW
namespace fencepost::portfolio {

namespace {

void* allocate(std::size_t size, std::size_t alignment) {
    if (size == 0) size = 1;
    while (true) {
        void* block =
            alignment <= alignof(std::max_align_t)
                ? std::malloc(size)
                : std::aligned_alloc(alignment, (size + alignment - 1) & ~(alignment - 1));
        if (block != nullptr) {
            if (current != nullptr) current->book(static_cast<int64_t>(malloc_usable_size(block)));
            return block;
        }
        const std::new_handler handler = std::get_new_handler();
        if (handler == nullptr) throw std::bad_alloc();
        handler();
    }
}

void release(void* block) noexcept {
    if (current != nullptr && block != nullptr)
        current->book(-static_cast<int64_t>(malloc_usable_size(block)));
    std::free(block);
}

}  // namespace

}  // namespace fencepost::portfolio

using fencepost::portfolio::allocate;
using fencepost::portfolio::release;

// The array and nothrow forms of the standard library call these.
void* operator new(std::size_t size) { return allocate(size, 0); }
void* operator new(std::size_t size, std::align_val_t alignment) {
    return allocate(size, static_cast<std::size_t>(alignment));
}
void operator delete(void* block) noexcept { release(block); }
void operator delete(void* block, std::size_t) noexcept { release(block); }
void operator delete(void* block, std::align_val_t) noexcept { release(block); }
void operator delete(void* block, std::size_t, std::align_val_t) noexcept { release(block); }
#endif
