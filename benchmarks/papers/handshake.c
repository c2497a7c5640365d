// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
// Two threads announce themselves and look for the other; at least one must see the other. A store
// buffer hides both.
#include "bench.h"
volatile int here0, here1;
int saw0, saw1;
void *one(void *u) {
    here0 = 1;
    FENCE();
    saw0 = here1;
    return u;
}
void *two(void *u) {
    here1 = 1;
    FENCE();
    saw1 = here0;
    return u;
}
int main(void) {
    pthread_t p, q;
    pthread_create(&p, 0, one, 0);
    pthread_create(&q, 0, two, 0);
    pthread_join(p, 0);
    pthread_join(q, 0);
    assert(saw0 || saw1);
    return 0;
}
