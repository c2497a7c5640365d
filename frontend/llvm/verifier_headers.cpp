// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// What the interfaces of other verifiers mean here. Hints that only make their search smaller
// (which compare-exchange helps another thread, which read is repeated by a later one) vanish:
// each expands to the operation it is wrapped around. What has an effect is a function of the
// library (library/verifier.c).
#include "frontend/llvm/verifier_headers.h"

namespace fencepost::frontend::llvm_ir {

namespace {

constexpr const char* common = R"(
#pragma once
#ifdef __cplusplus
#define FENCEPOST_C extern "C"
#else
#define FENCEPOST_C extern
#endif
FENCEPOST_C int __VERIFIER_nondet_int(void);
FENCEPOST_C unsigned __VERIFIER_nondet_uint(void);
FENCEPOST_C long __VERIFIER_nondet_long(void);
FENCEPOST_C unsigned long __VERIFIER_nondet_ulong(void);
FENCEPOST_C short __VERIFIER_nondet_short(void);
FENCEPOST_C unsigned short __VERIFIER_nondet_ushort(void);
FENCEPOST_C char __VERIFIER_nondet_char(void);
FENCEPOST_C unsigned char __VERIFIER_nondet_uchar(void);
#ifdef __cplusplus
FENCEPOST_C bool __VERIFIER_nondet_bool(void);
#else
FENCEPOST_C _Bool __VERIFIER_nondet_bool(void);
#endif
FENCEPOST_C void __VERIFIER_assume(int);
FENCEPOST_C void __VERIFIER_loop_begin(void);
FENCEPOST_C void __VERIFIER_spin_start(void);
FENCEPOST_C void __VERIFIER_spin_end(int);
)";

constexpr const char* genmc = R"(
#pragma once
#include <stddef.h>
#include "fencepost_verifier.h"
typedef long __VERIFIER_thread_t;
typedef struct { void* value; } __VERIFIER_hp_t;
typedef __VERIFIER_hp_t __VERIFIER_hazptr_t;
FENCEPOST_C int __VERIFIER_thread_create(const void*, void* (*)(void*), void*);
FENCEPOST_C int __VERIFIER_thread_create_symmetric(const void*, void* (*)(void*), void*, long);
FENCEPOST_C void* __VERIFIER_thread_join(long);
FENCEPOST_C int __VERIFIER_opt_begin(void);
FENCEPOST_C __VERIFIER_hp_t* __VERIFIER_hazptr_alloc(void);
FENCEPOST_C void __VERIFIER_hazptr_protect(__VERIFIER_hp_t*, void*);
FENCEPOST_C void __VERIFIER_hazptr_clear(__VERIFIER_hp_t*);
FENCEPOST_C void __VERIFIER_hazptr_free(__VERIFIER_hp_t*);
FENCEPOST_C void __VERIFIER_hazptr_retire(void*);
#define __VERIFIER_spawn(function, argument) __VERIFIER_thread_create(NULL, function, argument)
#define __VERIFIER_spawn_symmetric(function, argument, thread) \
    __VERIFIER_thread_create_symmetric(NULL, function, argument, thread)
#define __VERIFIER_join(thread) __VERIFIER_thread_join(thread)
#define __VERIFIER_join_symmetric(thread) ((void)__VERIFIER_thread_join(thread))
#define __VERIFIER_local_write(...) do { __VA_ARGS__; } while (0)
#define __VERIFIER_final_write(...) do { __VA_ARGS__; } while (0)
#define __VERIFIER_helped_CAS(...) do { __VA_ARGS__; } while (0)
#define __VERIFIER_helping_CAS(...) do { __VA_ARGS__; } while (0)
#define __VERIFIER_speculative_read(...) ({ __VA_ARGS__; })
#define __VERIFIER_confirming_read(...) ({ __VA_ARGS__; })
#define __VERIFIER_confirming_CAS(...) ({ __VA_ARGS__; })
#define __VERIFIER_final_CAS(...) ({ __VA_ARGS__; })
#define __VERIFIER_optional(...) \
    do { if (__VERIFIER_opt_begin()) { __VA_ARGS__; __VERIFIER_assume(0); } } while (0)
#define __VERIFIER_hp_alloc() __VERIFIER_hazptr_alloc()
#define __VERIFIER_hp_protect(hazard, place) \
    ({ \
        void* fencepost_seen = __atomic_load_n((void**)(place), __ATOMIC_ACQUIRE); \
        __VERIFIER_hazptr_protect(hazard, fencepost_seen); \
        fencepost_seen; \
    })
#define __VERIFIER_hp_clear(hazard) __VERIFIER_hazptr_clear(hazard)
#define __VERIFIER_hp_free(hazard) __VERIFIER_hazptr_free(hazard)
#define __VERIFIER_hp_retire(pointer) __VERIFIER_hazptr_retire(pointer)
)";

constexpr const char* dat3m = R"(
#pragma once
#include "fencepost_verifier.h"
FENCEPOST_C void __VERIFIER_assert(int);
FENCEPOST_C void __VERIFIER_loop_bound(int);
FENCEPOST_C unsigned __VERIFIER_tid(void);
#define await_while(condition) \
    for (int tmp = (__VERIFIER_loop_begin(), 0); \
         __VERIFIER_spin_start(), tmp = (condition), __VERIFIER_spin_end(!tmp), tmp;)
)";

constexpr const char* librace = R"(
#pragma once
#include <stdint.h>
#include <threads.h>
#define FENCEPOST_PLAIN(bits) \
    static inline uint##bits##_t load_##bits(const void* place) { \
        return *(const uint##bits##_t*)place; \
    } \
    static inline void store_##bits(void* place, uint##bits##_t value) { \
        *(uint##bits##_t*)place = value; \
    }
FENCEPOST_PLAIN(8)
FENCEPOST_PLAIN(16)
FENCEPOST_PLAIN(32)
FENCEPOST_PLAIN(64)
#undef FENCEPOST_PLAIN
/* A C++ program defines it without saying so. */
#ifdef __cplusplus
extern "C" int user_main(int, char**);
#endif
/* A thread need not have a result. */
#define thrd_create(thread, start, argument) (thrd_create)(thread, (thrd_start_t)(start), argument)
#define FENCEPOST_JOIN(thread, result, ...) (thrd_join)(thread, result)
#define thrd_join(...) FENCEPOST_JOIN(__VA_ARGS__, 0, 0)
)";

constexpr const char* model_assert = R"(
#pragma once
#include <assert.h>
#define MODEL_ASSERT(condition) assert(condition)
)";

constexpr Header headers[] = {{"fencepost_verifier.h", common},
                              {"genmc.h", genmc},
                              {"dat3m.h", dat3m},
                              {"librace.h", librace},
                              {"model-assert.h", model_assert}};

}  // namespace

std::span<const Header> verifier_headers() { return headers; }

}  // namespace fencepost::frontend::llvm_ir
