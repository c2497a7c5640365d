// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
// Deposits and withdrawals; -DLOCKED: behind a mutex.
#include "bench.h"
#ifdef LOCKED
#define LOCK() pthread_mutex_lock(&mutex)
#define UNLOCK() pthread_mutex_unlock(&mutex)
#else
#define LOCK() ((void)0)
#define UNLOCK() ((void)0)
#endif
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
volatile int balance = 10;
void *deposit(void *u) {
    LOCK();
    balance = balance + 5;
    UNLOCK();
    return u;
}
void *withdraw(void *u) {
    LOCK();
    balance = balance - 3;
    UNLOCK();
    return u;
}
int main(void) {
    pthread_t p, q;
    pthread_create(&p, 0, deposit, 0);
    pthread_create(&q, 0, withdraw, 0);
    pthread_join(p, 0);
    pthread_join(q, 0);
    assert(balance == 12);
    return 0;
}
