// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Condition variables. A wait may end without a signal, and programs must be right when it
// does; so a wait gives the mutex away and takes it again at any later time, and signals
// need no memory of their own. A timed wait may also run out.
#include <errno.h>
#include <pthread.h>

#include "fencepost.h"

int pthread_cond_init(pthread_cond_t* cond, const pthread_condattr_t* attributes) {
    (void)cond;
    (void)attributes;
    return 0;
}

int pthread_cond_destroy(pthread_cond_t* cond) {
    (void)cond;
    return 0;
}

int pthread_cond_signal(pthread_cond_t* cond) {
    (void)cond;
    return 0;
}

int pthread_cond_broadcast(pthread_cond_t* cond) {
    (void)cond;
    return 0;
}

int pthread_cond_wait(pthread_cond_t* cond, pthread_mutex_t* mutex) {
    (void)cond;
    __fencepost_sleep_begin();
    pthread_mutex_unlock(mutex);
    pthread_mutex_lock(mutex);
    __fencepost_sleep_end();
    return 0;
}

int pthread_cond_timedwait(pthread_cond_t* cond, pthread_mutex_t* mutex,
                           const struct timespec* until) {
    (void)until;
    pthread_cond_wait(cond, mutex);
    return __VERIFIER_nondet_bool() ? ETIMEDOUT : 0;
}

int pthread_cond_clockwait(pthread_cond_t* cond, pthread_mutex_t* mutex, int clock,
                           const struct timespec* until) {
    (void)clock;
    return pthread_cond_timedwait(cond, mutex, until);
}

int pthread_condattr_init(pthread_condattr_t* attributes) {
    (void)attributes;
    return 0;
}

int pthread_condattr_destroy(pthread_condattr_t* attributes) {
    (void)attributes;
    return 0;
}

int pthread_condattr_setclock(pthread_condattr_t* attributes, int clock) {
    (void)attributes;
    (void)clock;
    return 0;
}

int pthread_condattr_setpshared(pthread_condattr_t* attributes, int shared) {
    (void)attributes;
    (void)shared;
    return 0;
}
