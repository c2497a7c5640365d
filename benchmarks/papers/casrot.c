// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
// Thread i moves a variable on from i to i + 1 by compare-and-swap.
#include "bench.h"
#ifndef N
#define N 6
#endif
int x = 1;
pthread_t threads[N];
void *rotate(void *argument) {
    int me = (int)(long)argument;
    __sync_bool_compare_and_swap(&x, me, me + 1);
    return 0;
}
int main(void) {
    for (long t = 0; t < N; t++) pthread_create(&threads[t], 0, rotate, (void *)(t + 1));
    for (long t = 0; t < N; t++) pthread_join(threads[t], 0);
    assert(2 <= x && x <= N + 1);
    return 0;
}
