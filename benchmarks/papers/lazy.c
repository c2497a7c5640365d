// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
// Two threads add behind a mutex, a third one checks the sum behind it. -DSAFE: the sum it looks for is
// out of reach.
#include "bench.h"
#ifdef SAFE
#define SUM 4
#else
#define SUM 3
#endif
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int data;
void *add1(void *u) {
    pthread_mutex_lock(&mutex);
    data++;
    pthread_mutex_unlock(&mutex);
    return u;
}
void *add2(void *u) {
    pthread_mutex_lock(&mutex);
    data += 2;
    pthread_mutex_unlock(&mutex);
    return u;
}
void *check(void *u) {
    pthread_mutex_lock(&mutex);
    assert(data < SUM);
    pthread_mutex_unlock(&mutex);
    return u;
}
int main(void) {
    pthread_t p, q, r;
    pthread_create(&p, 0, add1, 0);
    pthread_create(&q, 0, add2, 0);
    pthread_create(&r, 0, check, 0);
    pthread_join(p, 0);
    pthread_join(q, 0);
    pthread_join(r, 0);
    return 0;
}
