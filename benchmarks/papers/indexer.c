// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
// N threads insert MESSAGES keys each into a hash table by compare-and-swap; keys of different threads
// meet only when there are more than 11 threads.
#include "bench.h"
#ifndef N
#define N 12
#endif
#ifndef SIZE
#define SIZE 128
#endif
#ifndef MESSAGES
#define MESSAGES 4
#endif
int table[SIZE];
pthread_t threads[N];
void *insert(void *argument) {
    int me = (int)(long)argument;
    for (int k = 0; k < MESSAGES; k++) {
        int key = k * 11 + me + 1;
        int at = (key * 7) % SIZE;
        while (!__sync_bool_compare_and_swap(&table[at], 0, key)) at = (at + 1) % SIZE;
    }
    return 0;
}
int main(void) {
    for (long t = 0; t < N; t++) pthread_create(&threads[t], 0, insert, (void *)t);
    for (long t = 0; t < N; t++) pthread_join(threads[t], 0);
    int used = 0;
    for (int at = 0; at < SIZE; at++) used += table[at] != 0;
    assert(used == N * MESSAGES);
    return 0;
}
