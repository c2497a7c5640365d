// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// The rest of pthread.h: attributes without a meaning here, and what is refused.
#include <pthread.h>
#include <sched.h>
#include <time.h>

#include "fencepost.h"

int pthread_tryjoin_np(pthread_t thread, void** result) {
    (void)thread;
    (void)result;
    __fencepost_unsupported("pthread_tryjoin_np");
}

int pthread_timedjoin_np(pthread_t thread, void** result, const struct timespec* until) {
    (void)thread;
    (void)result;
    (void)until;
    __fencepost_unsupported("pthread_timedjoin_np");
}

int pthread_cancel(pthread_t thread) {
    (void)thread;
    __fencepost_unsupported("pthread_cancel");
}

int pthread_kill(pthread_t thread, int signal) {
    (void)thread;
    (void)signal;
    __fencepost_unsupported("pthread_kill");
}

void pthread_testcancel(void) {}

int pthread_setcancelstate(int state, int* old) {
    (void)state;
    if (old != NULL) *old = PTHREAD_CANCEL_ENABLE;
    return 0;
}

int pthread_setcanceltype(int type, int* old) {
    (void)type;
    if (old != NULL) *old = PTHREAD_CANCEL_DEFERRED;
    return 0;
}

int pthread_attr_getdetachstate(const pthread_attr_t* attributes, int* state) {
    (void)attributes;
    *state = PTHREAD_CREATE_JOINABLE;
    return 0;
}

int pthread_attr_setinheritsched(pthread_attr_t* attributes, int inherit) {
    (void)attributes;
    (void)inherit;
    return 0;
}

int pthread_attr_setschedpolicy(pthread_attr_t* attributes, int policy) {
    (void)attributes;
    (void)policy;
    return 0;
}

int pthread_attr_setschedparam(pthread_attr_t* attributes, const struct sched_param* parameters) {
    (void)attributes;
    (void)parameters;
    return 0;
}

int pthread_attr_setaffinity_np(pthread_attr_t* attributes, size_t size, const cpu_set_t* set) {
    (void)attributes;
    (void)size;
    (void)set;
    return 0;
}

int sched_setaffinity(pid_t process, size_t size, const cpu_set_t* set) {
    (void)process;
    (void)size;
    (void)set;
    return 0;
}

int sched_getcpu(void) {
    const int processor = __VERIFIER_nondet_int();
    __VERIFIER_assume(processor >= 0);
    return processor;
}
