// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Barriers. The first word says how many are awaited; the second has the arrivals in its low
// half and how often the barrier has opened in its high half, so that the last arrival opens
// it and resets the count in one step, whoever comes next.
#include <errno.h>
#include <pthread.h>

#include "fencepost.h"

struct barrier {
    unsigned awaited, state;
};

int pthread_barrier_init(pthread_barrier_t* barrier, const pthread_barrierattr_t* attributes,
                         unsigned count) {
    struct barrier* b = (struct barrier*)barrier;
    (void)attributes;
    if (count == 0) return EINVAL;
    __atomic_store_n(&b->awaited, count, __ATOMIC_RELEASE);
    __atomic_store_n(&b->state, 0, __ATOMIC_RELEASE);
    return 0;
}

int pthread_barrier_destroy(pthread_barrier_t* barrier) {
    (void)barrier;
    return 0;
}

int pthread_barrier_wait(pthread_barrier_t* barrier) {
    struct barrier* b = (struct barrier*)barrier;
    const unsigned awaited = __atomic_load_n(&b->awaited, __ATOMIC_ACQUIRE);
    __fencepost_fence();
    const unsigned before = __fencepost_arrive(&b->state, awaited);
    __fencepost_fence();
    if ((before & 0xffff) + 1 == awaited) return PTHREAD_BARRIER_SERIAL_THREAD;
    __fencepost_await(__atomic_load_n(&b->state, __ATOMIC_ACQUIRE) >> 16 != before >> 16);
    __fencepost_fence();
    return 0;
}

int pthread_barrierattr_init(pthread_barrierattr_t* attributes) {
    (void)attributes;
    return 0;
}

int pthread_barrierattr_destroy(pthread_barrierattr_t* attributes) {
    (void)attributes;
    return 0;
}

int pthread_barrierattr_setpshared(pthread_barrierattr_t* attributes, int shared) {
    (void)attributes;
    (void)shared;
    return 0;
}
