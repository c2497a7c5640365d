// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
// N threads: a compare-and-swap that may win once, then a plain write of the same variable.
#include "bench.h"
#ifndef N
#define N 4
#endif
int x;
pthread_t threads[N];
void *swap(void *argument) {
    int me = (int)(long)argument;
    __sync_bool_compare_and_swap(&x, 0, me);
    *(volatile int *)&x = me;
    return 0;
}
int main(void) {
    for (long t = 0; t < N; t++) pthread_create(&threads[t], 0, swap, (void *)(t + 1));
    for (long t = 0; t < N; t++) pthread_join(threads[t], 0);
    assert(x != 0);
    return 0;
}
