// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
// Lamport's fast mutual exclusion, who does not get in gives up.
#include "bench.h"
volatile int x, y, b1, b2;
int in;
void *one(void *u) {
    b1 = 1;
    FENCE();
    x = 1;
    FENCE();
    if (y != 0) return b1 = 0, u;
    y = 1;
    FENCE();
    if (x != 1) {
        b1 = 0;
        FENCE();
        while (b2) {}
        FENCE();
        if (y != 1) return u;
    }
    FENCE();
    in = 1;
    FENCE();
    assert(in == 1);
    FENCE();
    y = 0;
    FENCE();
    b1 = 0;
    return u;
}
void *two(void *u) {
    b2 = 1;
    FENCE();
    x = 2;
    FENCE();
    if (y != 0) return b2 = 0, u;
    y = 2;
    FENCE();
    if (x != 2) {
        b2 = 0;
        FENCE();
        while (b1) {}
        FENCE();
        if (y != 2) return u;
    }
    FENCE();
    in = 2;
    FENCE();
    assert(in == 2);
    FENCE();
    y = 0;
    FENCE();
    b2 = 0;
    return u;
}
THREADS_2(one, two)
