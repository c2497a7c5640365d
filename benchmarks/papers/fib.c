// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
// Two threads add N times to each other's number. The largest number is a Fibonacci number, LIMIT.
// -DJOIN: the end result is looked at, else the numbers on their way; -DSMALLER: LIMIT is not allowed.
#include "bench.h"
#ifndef N
#define N 5
#endif
#ifndef LIMIT
#define LIMIT 144
#endif
#ifdef SMALLER
#define FITS(x) ((x) < LIMIT)
#else
#define FITS(x) ((x) <= LIMIT)
#endif
volatile int i = 1, j = 1;
void *one(void *u) {
    for (int k = 0; k < N; k++) i += j;
    return u;
}
void *two(void *u) {
    for (int k = 0; k < N; k++) j += i;
    return u;
}
int main(void) {
    pthread_t p, q;
    pthread_create(&p, 0, one, 0);
    pthread_create(&q, 0, two, 0);
#ifdef JOIN
    pthread_join(p, 0);
    pthread_join(q, 0);
#endif
    assert(FITS(i) && FITS(j));
    return 0;
}
