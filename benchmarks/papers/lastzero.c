// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
// N threads each write a[i] = a[i-1] + 1, one looks for the last zero. -DREADER_LAST: it starts last.
#include "bench.h"
#ifndef N
#define N 5
#endif
volatile int a[N + 1];
pthread_t threads[N + 1];
void *reader(void *u) {
    int i = N;
    while (a[i] != 0) i--;
    assert(i >= 0);
    return u;
}
void *writer(void *argument) {
    int me = (int)(long)argument;
    a[me] = a[me - 1] + 1;
    return 0;
}
int main(void) {
#ifndef READER_LAST
    pthread_create(&threads[0], 0, reader, 0);
#endif
    for (long t = 1; t <= N; t++) pthread_create(&threads[t], 0, writer, (void *)t);
#ifdef READER_LAST
    pthread_create(&threads[0], 0, reader, 0);
#endif
    for (long t = 0; t <= N; t++) pthread_join(threads[t], 0);
    return 0;
}
