// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// POSIX semaphores: the first word is the value.
#include <errno.h>
#include <limits.h>
#include <semaphore.h>
#include <time.h>

#include "fencepost.h"

static int* value(sem_t* semaphore) { return (int*)semaphore; }

int sem_init(sem_t* semaphore, int shared, unsigned start) {
    (void)shared;
    __atomic_store_n(value(semaphore), (int)start, __ATOMIC_RELEASE);
    return 0;
}

int sem_destroy(sem_t* semaphore) {
    (void)semaphore;
    return 0;
}

int sem_wait(sem_t* semaphore) {
    __fencepost_await(__fencepost_add_if(value(semaphore), -1, 1, INT_MAX) > 0);
    __fencepost_fence();
    return 0;
}

static int take_or_fail(sem_t* semaphore, int error) {
    const int old = __fencepost_add_if(value(semaphore), -1, 1, INT_MAX);
    __fencepost_fence();
    if (old > 0) return 0;
    errno = error;
    return -1;
}

int sem_trywait(sem_t* semaphore) { return take_or_fail(semaphore, EAGAIN); }

int sem_timedwait(sem_t* semaphore, const struct timespec* until) {
    (void)until;
    return take_or_fail(semaphore, ETIMEDOUT);
}

int sem_clockwait(sem_t* semaphore, clockid_t clock, const struct timespec* until) {
    (void)clock;
    return sem_timedwait(semaphore, until);
}

int sem_post(sem_t* semaphore) {
    __fencepost_fence();
    __atomic_fetch_add(value(semaphore), 1, __ATOMIC_RELEASE);
    return 0;
}

int sem_getvalue(sem_t* semaphore, int* result) {
    *result = __atomic_load_n(value(semaphore), __ATOMIC_ACQUIRE);
    return 0;
}
