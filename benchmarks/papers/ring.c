// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
// A ring of two cells between one producer and one consumer, N messages.
#include "bench.h"
#ifndef N
#define N 3
#endif
volatile int cell[2], head, tail;
void *produce(void *u) {
    for (int k = 0; k < N; k++) {
        while (tail - head == 2) {}
        FENCE();
        cell[tail % 2] = k + 1;
        FENCE();
        tail = tail + 1;
    }
    return u;
}
void *consume(void *u) {
    for (int k = 0; k < N; k++) {
        while (head == tail) {}
        FENCE();
        assert(cell[head % 2] == k + 1);
        FENCE();
        head = head + 1;
    }
    return u;
}
THREADS_2(produce, consume)
