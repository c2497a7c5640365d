// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// C11 threads.h in terms of pthread.
#include <pthread.h>
#include <sched.h>
#include <stdint.h>
#include <threads.h>

#include "fencepost.h"

int thrd_create(thrd_t* thread, thrd_start_t start, void* argument) {
    return pthread_create((pthread_t*)thread, NULL, (void* (*)(void*))(void*)start, argument);
}

int thrd_join(thrd_t thread, int* result) {
    void* value;
    pthread_join((pthread_t)thread, &value);
    if (result != NULL) *result = (int)(intptr_t)value;
    return thrd_success;
}

int thrd_detach(thrd_t thread) {
    (void)thread;
    return thrd_success;
}

_Noreturn void thrd_exit(int result) {
    pthread_exit((void*)(intptr_t)result);
    __builtin_unreachable();
}

thrd_t thrd_current(void) { return (thrd_t)pthread_self(); }

int thrd_equal(thrd_t a, thrd_t b) { return a == b; }

int thrd_sleep(const struct timespec* duration, struct timespec* remaining) {
    (void)duration;
    (void)remaining;
    return 0;
}

int mtx_init(mtx_t* mutex, int type) {
    if ((type & mtx_recursive) == 0) return pthread_mutex_init((pthread_mutex_t*)mutex, NULL);
    pthread_mutexattr_t attributes;
    pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
    return pthread_mutex_init((pthread_mutex_t*)mutex, &attributes);
}

void mtx_destroy(mtx_t* mutex) { (void)mutex; }

int mtx_lock(mtx_t* mutex) { return pthread_mutex_lock((pthread_mutex_t*)mutex); }

int mtx_unlock(mtx_t* mutex) { return pthread_mutex_unlock((pthread_mutex_t*)mutex); }

int mtx_trylock(mtx_t* mutex) {
    return pthread_mutex_trylock((pthread_mutex_t*)mutex) == 0 ? thrd_success : thrd_busy;
}

int mtx_timedlock(mtx_t* mutex, const struct timespec* until) {
    (void)until;
    return pthread_mutex_trylock((pthread_mutex_t*)mutex) == 0 ? thrd_success : thrd_timedout;
}

int cnd_init(cnd_t* condition) {
    (void)condition;
    return thrd_success;
}

void cnd_destroy(cnd_t* condition) { (void)condition; }

int cnd_signal(cnd_t* condition) { return pthread_cond_signal((pthread_cond_t*)condition); }

int cnd_broadcast(cnd_t* condition) { return pthread_cond_broadcast((pthread_cond_t*)condition); }

int cnd_wait(cnd_t* condition, mtx_t* mutex) {
    return pthread_cond_wait((pthread_cond_t*)condition, (pthread_mutex_t*)mutex);
}

int cnd_timedwait(cnd_t* condition, mtx_t* mutex, const struct timespec* until) {
    const int error =
        pthread_cond_timedwait((pthread_cond_t*)condition, (pthread_mutex_t*)mutex, until);
    return error == 0 ? thrd_success : thrd_timedout;
}

int tss_create(tss_t* key, tss_dtor_t destructor) {
    return pthread_key_create(key, destructor) == 0 ? thrd_success : thrd_error;
}

void tss_delete(tss_t key) { pthread_key_delete(key); }

void* tss_get(tss_t key) { return pthread_getspecific(key); }

int tss_set(tss_t key, void* value) {
    return pthread_setspecific(key, value) == 0 ? thrd_success : thrd_error;
}

void call_once(once_flag* flag, void (*action)(void)) {
    pthread_once((pthread_once_t*)flag, action);
}
