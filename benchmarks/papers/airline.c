// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
// N agents sell SEATS seats. -DLOCKED: behind a mutex; else more may be sold than there are.
#include "bench.h"
#ifndef N
#define N 3
#endif
#ifndef SEATS
#define SEATS 2
#endif
#ifdef LOCKED
#define LOCK() pthread_mutex_lock(&mutex)
#define UNLOCK() pthread_mutex_unlock(&mutex)
#else
#define LOCK() ((void)0)
#define UNLOCK() ((void)0)
#endif
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int sold;
pthread_t threads[N];
void *agent(void *u) {
    LOCK();
    int open = *(volatile int *)&sold < SEATS;
    if (open) __sync_fetch_and_add(&sold, 1);
    UNLOCK();
    return u;
}
int main(void) {
    for (int t = 0; t < N; t++) pthread_create(&threads[t], 0, agent, 0);
    for (int t = 0; t < N; t++) pthread_join(threads[t], 0);
    assert(sold <= SEATS);
    return 0;
}
