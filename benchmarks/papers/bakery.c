// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
// Lamport's bakery for two.
#include "bench.h"
volatile int choosing0, choosing1, number0, number1;
int in;
void *one(void *u) {
    choosing0 = 1;
    FENCE();
    number0 = number1 + 1;
    FENCE();
    choosing0 = 0;
    FENCE();
    while (choosing1) {}
    FENCE();
    while (number1 != 0 && number1 < number0) {}
    FENCE();
    in = 1;
    FENCE();
    assert(in == 1);
    FENCE();
    number0 = 0;
    return u;
}
void *two(void *u) {
    choosing1 = 1;
    FENCE();
    number1 = number0 + 1;
    FENCE();
    choosing1 = 0;
    FENCE();
    while (choosing0) {}
    FENCE();
    while (number0 != 0 && number0 <= number1) {}
    FENCE();
    in = 2;
    FENCE();
    assert(in == 2);
    FENCE();
    number1 = 0;
    return u;
}
THREADS_2(one, two)
