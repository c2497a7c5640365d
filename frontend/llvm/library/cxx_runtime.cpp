// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// The C++ runtime: memory, statics of functions, objects of threads, and the ways to throw,
// each of which is refused if a program can get there.
#include <cstddef>
#include <cstdlib>
#include <new>

#include "fencepost.h"

void* operator new(size_t size) { return malloc(size); }
void* operator new[](size_t size) { return malloc(size); }
void* operator new(size_t size, const std::nothrow_t&) noexcept { return malloc(size); }
void* operator new[](size_t size, const std::nothrow_t&) noexcept { return malloc(size); }
void* operator new(size_t size, std::align_val_t) { return malloc(size); }
void* operator new[](size_t size, std::align_val_t) { return malloc(size); }
void operator delete(void* memory) noexcept { free(memory); }
void operator delete[](void* memory) noexcept { free(memory); }
void operator delete(void* memory, size_t) noexcept { free(memory); }
void operator delete[](void* memory, size_t) noexcept { free(memory); }
void operator delete(void* memory, const std::nothrow_t&) noexcept { free(memory); }
void operator delete[](void* memory, const std::nothrow_t&) noexcept { free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { free(memory); }
void operator delete[](void* memory, std::align_val_t) noexcept { free(memory); }
void operator delete(void* memory, size_t, std::align_val_t) noexcept { free(memory); }
void operator delete[](void* memory, size_t, std::align_val_t) noexcept { free(memory); }

namespace std {
const nothrow_t nothrow{};

void terminate() noexcept { abort(); }

#define THROWS(name) \
    [[noreturn]] void name { __fencepost_unsupported("a C++ exception (" #name ")"); }

THROWS(__throw_bad_alloc())
THROWS(__throw_bad_array_new_length())
THROWS(__throw_bad_cast())
THROWS(__throw_bad_exception())
THROWS(__throw_bad_function_call())
THROWS(__throw_bad_typeid())
THROWS(__throw_bad_optional_access())
THROWS(__throw_domain_error(const char*))
THROWS(__throw_future_error(int))
THROWS(__throw_invalid_argument(const char*))
THROWS(__throw_length_error(const char*))
THROWS(__throw_logic_error(const char*))
THROWS(__throw_out_of_range(const char*))
THROWS(__throw_out_of_range_fmt(const char*, ...))
THROWS(__throw_overflow_error(const char*))
THROWS(__throw_range_error(const char*))
THROWS(__throw_runtime_error(const char*))
THROWS(__throw_system_error(int))
THROWS(__throw_underflow_error(const char*))

}  // namespace std

extern "C" {

// A static of a function: the first byte says done, the second word how far it is.
int __cxa_guard_acquire(long long* guard) {
    int* progress = reinterpret_cast<int*>(guard) + 1;
    const int old = __fencepost_add_if(progress, 1, 0, 0);
    __fencepost_fence();
    if (old == 0) return 1;
    if (old == 1) __fencepost_await(__atomic_load_n(progress, __ATOMIC_ACQUIRE) == 2);
    __fencepost_fence();
    return 0;
}

void __cxa_guard_release(long long* guard) {
    int* progress = reinterpret_cast<int*>(guard) + 1;
    __fencepost_fence();
    __atomic_store_n(reinterpret_cast<char*>(guard), 1, __ATOMIC_RELEASE);
    __atomic_store_n(progress, 2, __ATOMIC_RELEASE);
}

void __cxa_guard_abort(long long*) { __fencepost_unsupported("a C++ exception"); }

void* __dso_handle;

constexpr unsigned max_objects = 16;

static thread_local struct {
    void (*destroy)(void*);
    void* object;
} thread_objects[max_objects];
static thread_local unsigned thread_object_count;

int __cxa_thread_atexit(void (*destroy)(void*), void* object, void*) {
    if (thread_object_count == max_objects)
        __fencepost_unsupported("more than 16 thread-local objects");
    thread_objects[thread_object_count] = {destroy, object};
    ++thread_object_count;
    return 0;
}

/// Called by the lowering when a thread ends.
void __fencepost_thread_exit_objects() {
    while (thread_object_count > 0) {
        --thread_object_count;
        thread_objects[thread_object_count].destroy(thread_objects[thread_object_count].object);
    }
}

[[noreturn]] void __cxa_throw(void*, void*, void (*)(void*)) {
    __fencepost_unsupported("a C++ exception (throw)");
}
[[noreturn]] void __cxa_rethrow() { __fencepost_unsupported("a C++ exception (throw)"); }
void* __cxa_allocate_exception(size_t) { __fencepost_unsupported("a C++ exception (throw)"); }
void __cxa_free_exception(void*) {}
void* __cxa_begin_catch(void*) { __fencepost_unsupported("a C++ exception (catch)"); }
void __cxa_end_catch() {}
[[noreturn]] void __cxa_pure_virtual() { abort(); }
[[noreturn]] void __cxa_bad_cast() { __fencepost_unsupported("a C++ exception (bad_cast)"); }
[[noreturn]] void __cxa_throw_bad_array_new_length() {
    __fencepost_unsupported("a C++ exception (bad_array_new_length)");
}
void* __dynamic_cast(const void*, const void*, const void*, ptrdiff_t) {
    __fencepost_unsupported("dynamic_cast");
}

// Reference counts take the atomic way.
extern const char __libc_single_threaded;
const char __libc_single_threaded = 0;
}
