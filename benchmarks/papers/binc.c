// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
// N threads increment two counters atomically, one after the other.
#include "bench.h"
#ifndef N
#define N 4
#endif
int x, y;
pthread_t threads[N];
void *increment(void *u) {
    __sync_fetch_and_add(&x, 1);
    __sync_fetch_and_add(&y, 1);
    return u;
}
int main(void) {
    for (int t = 0; t < N; t++) pthread_create(&threads[t], 0, increment, 0);
    for (int t = 0; t < N; t++) pthread_join(threads[t], 0);
    assert(x == N && y == N);
    return 0;
}
