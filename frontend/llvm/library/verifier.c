// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Functions of other verifiers that programs call. A hazard pointer keeps memory from being
// freed; here nothing that is retired is ever given back, so protecting is nothing but the read.
// An optional block runs and ends the thread there, or is left out.
#include <pthread.h>
#include <stdlib.h>

#include "fencepost.h"

int __VERIFIER_thread_create(const void* attributes, void* (*start)(void*), void* argument) {
    pthread_t thread;
    (void)attributes;
    pthread_create(&thread, NULL, start, argument);
    return (int)thread;
}

int __VERIFIER_thread_create_symmetric(const void* attributes, void* (*start)(void*),
                                       void* argument, long like) {
    pthread_t thread;
    (void)attributes;
    (void)like;
    pthread_create(&thread, NULL, start, argument);
    return (int)thread;
}

void* __VERIFIER_thread_join(long thread) {
    void* result = NULL;
    pthread_join((pthread_t)thread, &result);
    return result;
}

__attribute__((noreturn)) void __VERIFIER_thread_exit(void* result) { pthread_exit(result); }

long __VERIFIER_thread_self(void) { return (long)pthread_self(); }

unsigned __VERIFIER_tid(void) { return (unsigned)__fencepost_self() - 1; }

void __VERIFIER_assume_internal(_Bool condition, char kind) {
    (void)kind;
    __VERIFIER_assume(condition);
}

void* __VERIFIER_malloc(size_t size) { return malloc(size); }
void* __VERIFIER_malloc_aligned(size_t alignment, size_t size) {
    return aligned_alloc(alignment, size);
}
void __VERIFIER_free(void* pointer) { free(pointer); }

int __VERIFIER_opt_begin(void) { return __VERIFIER_nondet_bool(); }

static int hazard;
void* __VERIFIER_hazptr_alloc(void) { return &hazard; }
void __VERIFIER_hazptr_protect(void* slot, void* pointer) {
    (void)slot;
    (void)pointer;
}
void __VERIFIER_hazptr_clear(void* slot) { (void)slot; }
void __VERIFIER_hazptr_free(void* slot) { (void)slot; }
void __VERIFIER_hazptr_retire(void* pointer) { (void)pointer; }
