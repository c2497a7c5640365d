// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
// The example of maximal causality reduction: a point is made once, its parts may be seen later than the
// sign that it is there; the other thread looks N times.
#include "bench.h"
#ifndef N
#define N 1
#endif
volatile int x, y, z;
void *maker(void *u) {
    z = 0;
    x = 0;
    y = 0;
    x = 2;
    y = 3;
    z = 1;
    return u;
}
void *looker(void *u) {
    for (int k = 0; k < N; k++)
        if (z == 1) {
            int a = x, b = y;
            assert(a + 1 == b);
        }
    return u;
}
THREADS_2(maker, looker)
