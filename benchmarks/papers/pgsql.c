// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
// PostgreSQL's latches: ROUNDS times each worker waits for its latch, then hands flag and latch to the
// other. A latch may be seen before its flag.
#include "bench.h"
#ifndef ROUNDS
#define ROUNDS 2
#endif
volatile int latch[2] = {1, 0}, flag[2] = {1, 0};
static void work(int me, int other) {
    for (int k = 0; k < ROUNDS; k++) {
        while (!latch[me]) {}
        FENCE();
        latch[me] = 0;
        FENCE();
        assert(flag[me] == 1);
        flag[me] = 0;
        FENCE();
        flag[other] = 1;
        FENCE();
        latch[other] = 1;
    }
}
void *one(void *u) { work(0, 1); return u; }
void *two(void *u) { work(1, 0); return u; }
THREADS_2(one, two)
