// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
// The JDK's park: taking the permit and looking at the condition may change places, so that a wake-up
// gets lost.
#include "bench.h"
volatile int permit = 1, condition;
int woken, seen;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
void *park(void *u) {
    if (permit > 0) {
        permit = 0;
        FENCE();
        seen = condition;
        return u;
    }
    seen = 1;
    return u;
}
void *unpark(void *u) {
    condition = 1;
    pthread_mutex_lock(&mutex);
    woken = permit;
    permit = 1;
    pthread_mutex_unlock(&mutex);
    return u;
}
int main(void) {
    pthread_t p, q;
    pthread_create(&p, 0, park, 0);
    pthread_create(&q, 0, unpark, 0);
    pthread_join(p, 0);
    pthread_join(q, 0);
    assert(!(seen == 0 && woken == 1 && permit == 0));
    return 0;
}
