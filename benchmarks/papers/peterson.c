// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
// Peterson's mutual exclusion.
#include "bench.h"
volatile int flag0, flag1, turn;
int in;
void *one(void *u) {
    flag0 = 1;
    FENCE();
    turn = 1;
    FENCE();
    while (flag1 == 1 && turn == 1) {}
    FENCE();
    in = 1;
    FENCE();
    assert(in == 1);
    FENCE();
    flag0 = 0;
    return u;
}
void *two(void *u) {
    flag1 = 1;
    FENCE();
    turn = 0;
    FENCE();
    while (flag0 == 1 && turn == 0) {}
    FENCE();
    in = 2;
    FENCE();
    assert(in == 2);
    FENCE();
    flag1 = 0;
    return u;
}
THREADS_2(one, two)
