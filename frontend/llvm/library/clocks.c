// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Clocks show any time.
#include <sys/time.h>
#include <time.h>

#include "fencepost.h"

time_t time(time_t* result) {
    const time_t now = __VERIFIER_nondet_long();
    __VERIFIER_assume(now >= 0);
    if (result != NULL) *result = now;
    return now;
}

clock_t clock(void) {
    const clock_t now = __VERIFIER_nondet_long();
    __VERIFIER_assume(now >= 0);
    return now;
}

int clock_gettime(clockid_t clock, struct timespec* result) {
    (void)clock;
    result->tv_sec = time(NULL);
    result->tv_nsec = __VERIFIER_nondet_long();
    __VERIFIER_assume(result->tv_nsec >= 0 && result->tv_nsec < 1000000000);
    return 0;
}

int timespec_get(struct timespec* result, int base) {
    clock_gettime(0, result);
    return base;
}

int gettimeofday(struct timeval* result, void* zone) {
    (void)zone;
    result->tv_sec = time(NULL);
    result->tv_usec = __VERIFIER_nondet_long();
    __VERIFIER_assume(result->tv_usec >= 0 && result->tv_usec < 1000000);
    return 0;
}
