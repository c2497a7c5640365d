// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
// A stack of at most N behind a mutex. -DUNSAFE: the reader does not ask whether there is something.
#include "bench.h"
#ifndef N
#define N 3
#endif
int top, cells[N], full;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
void *push(void *u) {
    for (int k = 0; k < N; k++) {
        pthread_mutex_lock(&mutex);
        assert(top < N);
        cells[top++] = k;
        full = 1;
        pthread_mutex_unlock(&mutex);
    }
    return u;
}
void *pop(void *u) {
    for (int k = 0; k < N; k++) {
        pthread_mutex_lock(&mutex);
#ifdef UNSAFE
        if (full) {
#else
        if (top > 0) {
#endif
            assert(top > 0);
            top--;
        }
        pthread_mutex_unlock(&mutex);
    }
    return u;
}
THREADS_2(push, pop)
