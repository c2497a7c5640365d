// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
// One thread takes the player away while N others look whether it is there and then use it.
#include "bench.h"
#ifndef N
#define N 2
#endif
int field = 1;
int *volatile player = &field;
pthread_t threads[N];
void *play(void *u) {
    if (player != 0) {
        int *again = player;
        assert(again != 0);
    }
    return u;
}
void *leave(void *u) {
    player = 0;
    return u;
}
int main(void) {
    pthread_t p;
    pthread_create(&p, 0, leave, 0);
    for (int t = 0; t < N; t++) pthread_create(&threads[t], 0, play, 0);
    pthread_join(p, 0);
    for (int t = 0; t < N; t++) pthread_join(threads[t], 0);
    return 0;
}
