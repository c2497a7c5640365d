// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Read-write locks: the first word is -1 for a writer, otherwise the number of readers.
#include <errno.h>
#include <limits.h>
#include <pthread.h>

#include "fencepost.h"

static int* state(pthread_rwlock_t* lock) { return (int*)lock; }

int pthread_rwlock_init(pthread_rwlock_t* lock, const pthread_rwlockattr_t* attributes) {
    (void)attributes;
    __atomic_store_n(state(lock), 0, __ATOMIC_RELEASE);
    return 0;
}

int pthread_rwlock_destroy(pthread_rwlock_t* lock) {
    (void)lock;
    return 0;
}

int pthread_rwlock_tryrdlock(pthread_rwlock_t* lock) {
    const int old = __fencepost_add_if(state(lock), 1, 0, INT_MAX - 1);
    __fencepost_fence();
    return old >= 0 ? 0 : EBUSY;
}

int pthread_rwlock_trywrlock(pthread_rwlock_t* lock) {
    const int old = __fencepost_add_if(state(lock), -1, 0, 0);
    __fencepost_fence();
    return old == 0 ? 0 : EBUSY;
}

int pthread_rwlock_rdlock(pthread_rwlock_t* lock) {
    __fencepost_await(__fencepost_add_if(state(lock), 1, 0, INT_MAX - 1) >= 0);
    __fencepost_fence();
    return 0;
}

int pthread_rwlock_wrlock(pthread_rwlock_t* lock) {
    __fencepost_await(__fencepost_add_if(state(lock), -1, 0, 0) == 0);
    __fencepost_fence();
    return 0;
}

int pthread_rwlock_timedrdlock(pthread_rwlock_t* lock, const struct timespec* until) {
    (void)until;
    return pthread_rwlock_tryrdlock(lock) == 0 ? 0 : ETIMEDOUT;
}

int pthread_rwlock_timedwrlock(pthread_rwlock_t* lock, const struct timespec* until) {
    (void)until;
    return pthread_rwlock_trywrlock(lock) == 0 ? 0 : ETIMEDOUT;
}

int pthread_rwlock_unlock(pthread_rwlock_t* lock) {
    __fencepost_fence();
    __fencepost_towards_zero(state(lock));
    return 0;
}

int pthread_rwlockattr_init(pthread_rwlockattr_t* attributes) {
    (void)attributes;
    return 0;
}

int pthread_rwlockattr_destroy(pthread_rwlockattr_t* attributes) {
    (void)attributes;
    return 0;
}

int pthread_rwlockattr_setpshared(pthread_rwlockattr_t* attributes, int shared) {
    (void)attributes;
    (void)shared;
    return 0;
}
