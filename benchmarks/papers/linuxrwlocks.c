// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
// A readers-writer lock as in Linux: a count from which readers take 1 and a writer everything. Thread 0
// writes, odd ones read, even ones try to write once.
#include "bench.h"
#ifndef N
#define N 2
#endif
#define ALL 0x100000
int count = ALL;
volatile int data0, data1;
pthread_t threads[N];
static void write_both(int value) {
    data0 = value;
    data1 = value;
}
void *work(void *argument) {
    int me = (int)(long)argument;
    if (me == 0) {
        while (!__sync_bool_compare_and_swap(&count, ALL, 0)) {}
        write_both(1);
        __sync_fetch_and_add(&count, ALL);
    } else if (me % 2 == 1) {
        if (__sync_fetch_and_sub(&count, 1) > 0) assert(data0 == data1);
        __sync_fetch_and_add(&count, 1);
    } else if (__sync_bool_compare_and_swap(&count, ALL, 0)) {
        write_both(2);
        __sync_fetch_and_add(&count, ALL);
    }
    return 0;
}
int main(void) {
    for (long t = 0; t < N; t++) pthread_create(&threads[t], 0, work, (void *)t);
    for (long t = 0; t < N; t++) pthread_join(threads[t], 0);
    return 0;
}
