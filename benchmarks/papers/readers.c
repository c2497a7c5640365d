// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
// One writer, N readers.
#include "bench.h"
#ifndef N
#define N 8
#endif
volatile int x;
pthread_t threads[N];
void *writer(void *u) {
    x = 1;
    return u;
}
void *reader(void *u) {
    int r = x;
    assert(r == 0 || r == 1);
    return u;
}
int main(void) {
    pthread_t w;
    pthread_create(&w, 0, writer, 0);
    for (int t = 0; t < N; t++) pthread_create(&threads[t], 0, reader, 0);
    pthread_join(w, 0);
    for (int t = 0; t < N; t++) pthread_join(threads[t], 0);
    return 0;
}
