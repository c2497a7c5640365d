// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Mutexes that know their owner: recursive and errorcheck ones. A program that makes such
// mutexes has all its calls led here (library.cpp); in all others the lowering deals with
// lock and unlock itself. The kind is where glibc's static initialisers put it.
#include <errno.h>
#include <pthread.h>

#include "fencepost.h"

static int kind_of(pthread_mutex_t* mutex) { return mutex->__data.__kind & 3; }

static _Bool knows_owner(int kind) {
    return kind == PTHREAD_MUTEX_RECURSIVE || kind == PTHREAD_MUTEX_ERRORCHECK;
}

static int owner_of(pthread_mutex_t* mutex) {
    return __atomic_load_n(&mutex->__data.__owner, __ATOMIC_RELAXED);
}

static void set_owner(pthread_mutex_t* mutex, int owner) {
    __atomic_store_n(&mutex->__data.__owner, owner, __ATOMIC_RELAXED);
}

int __fencepost_typed_mutex_init(pthread_mutex_t* mutex, const pthread_mutexattr_t* attributes) {
    mutex->__data.__kind = attributes == NULL ? PTHREAD_MUTEX_NORMAL : *(const int*)attributes;
    mutex->__data.__count = 0;
    set_owner(mutex, 0);
    return pthread_mutex_init(mutex, NULL);
}

/// 0: the calling thread has it already and has it once more now.
static int enter_again(pthread_mutex_t* mutex, int kind, int refusal) {
    if (kind != PTHREAD_MUTEX_RECURSIVE) return refusal;
    ++mutex->__data.__count;
    return 0;
}

int __fencepost_typed_mutex_lock(pthread_mutex_t* mutex) {
    const int kind = kind_of(mutex);
    if (!knows_owner(kind)) return pthread_mutex_lock(mutex);
    if (owner_of(mutex) == __fencepost_self()) return enter_again(mutex, kind, EDEADLK);
    pthread_mutex_lock(mutex);
    set_owner(mutex, __fencepost_self());
    return 0;
}

int __fencepost_typed_mutex_trylock(pthread_mutex_t* mutex) {
    const int kind = kind_of(mutex);
    if (!knows_owner(kind)) return pthread_mutex_trylock(mutex);
    if (owner_of(mutex) == __fencepost_self()) return enter_again(mutex, kind, EBUSY);
    if (pthread_mutex_trylock(mutex) != 0) return EBUSY;
    set_owner(mutex, __fencepost_self());
    return 0;
}

int __fencepost_typed_mutex_unlock(pthread_mutex_t* mutex) {
    if (!knows_owner(kind_of(mutex))) return pthread_mutex_unlock(mutex);
    if (owner_of(mutex) != __fencepost_self()) return EPERM;
    if (mutex->__data.__count != 0) {
        --mutex->__data.__count;
        return 0;
    }
    set_owner(mutex, 0);
    return pthread_mutex_unlock(mutex);
}

int pthread_mutex_timedlock(pthread_mutex_t* mutex, const struct timespec* until) {
    (void)until;
    return pthread_mutex_trylock(mutex) == 0 ? 0 : ETIMEDOUT;
}

int __fencepost_typed_mutex_timedlock(pthread_mutex_t* mutex, const struct timespec* until) {
    (void)until;
    if (kind_of(mutex) == PTHREAD_MUTEX_ERRORCHECK && owner_of(mutex) == __fencepost_self())
        return EDEADLK;
    return __fencepost_typed_mutex_trylock(mutex) == 0 ? 0 : ETIMEDOUT;
}

int pthread_mutex_clocklock(pthread_mutex_t* mutex, int clock, const struct timespec* until) {
    (void)clock;
    return pthread_mutex_timedlock(mutex, until);
}

int pthread_mutexattr_settype(pthread_mutexattr_t* attributes, int kind) {
    if (kind < 0 || kind > 3) return EINVAL;
    *(int*)attributes = kind;
    return 0;
}

int pthread_mutexattr_setkind_np(pthread_mutexattr_t* attributes, int kind) {
    return pthread_mutexattr_settype(attributes, kind);
}

int pthread_mutexattr_gettype(const pthread_mutexattr_t* attributes, int* kind) {
    *kind = *(const int*)attributes;
    return 0;
}

int pthread_mutexattr_setpshared(pthread_mutexattr_t* attributes, int shared) {
    (void)attributes;
    (void)shared;
    return 0;
}

int pthread_mutexattr_setprotocol(pthread_mutexattr_t* attributes, int protocol) {
    (void)attributes;
    (void)protocol;
    return 0;
}

int pthread_mutexattr_setrobust(pthread_mutexattr_t* attributes, int robust) {
    (void)attributes;
    if (robust != PTHREAD_MUTEX_STALLED) __fencepost_unsupported("a robust mutex");
    return 0;
}
