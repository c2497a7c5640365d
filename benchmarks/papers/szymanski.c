// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
// Szymanski's mutual exclusion.
#include "bench.h"
volatile int flag0, flag1;
int in;
void *one(void *u) {
    flag0 = 1;
    FENCE();
    while (flag1 >= 3) {}
    FENCE();
    flag0 = 3;
    FENCE();
    if (flag1 == 1) {
        flag0 = 2;
        FENCE();
        while (flag1 != 4) {}
        FENCE();
    }
    flag0 = 4;
    FENCE();
    in = 1;
    FENCE();
    assert(in == 1);
    FENCE();
    while (2 <= flag1 && flag1 <= 3) {}
    FENCE();
    flag0 = 0;
    return u;
}
void *two(void *u) {
    flag1 = 1;
    FENCE();
    while (flag0 >= 3) {}
    FENCE();
    flag1 = 3;
    FENCE();
    if (flag0 == 1) {
        flag1 = 2;
        FENCE();
        while (flag0 != 4) {}
        FENCE();
    }
    flag1 = 4;
    FENCE();
    while (flag0 >= 2) {}
    FENCE();
    in = 2;
    FENCE();
    assert(in == 2);
    FENCE();
    flag1 = 0;
    return u;
}
THREADS_2(one, two)
