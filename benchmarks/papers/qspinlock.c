// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
// A queued spin lock: one word, and a queue of those who wait for it.
#include "bench.h"
#ifndef N
#define N 2
#endif
struct node { struct node *next; int go; };
struct node nodes[N];
struct node *tail;
int word;
volatile int in;
pthread_t threads[N];
#define LOAD(p) __atomic_load_n(&(p), __ATOMIC_ACQUIRE)
#define STORE(p, v) __atomic_store_n(&(p), v, __ATOMIC_RELEASE)
static void lock(struct node *me) {
    if (__sync_bool_compare_and_swap(&word, 0, 1)) return;
    struct node *before = __atomic_exchange_n(&tail, me, __ATOMIC_ACQ_REL);
    if (before != 0) {
        STORE(before->next, me);
        while (!LOAD(me->go)) {}
    }
    while (!__sync_bool_compare_and_swap(&word, 0, 1)) {}
    if (!__sync_bool_compare_and_swap(&tail, me, 0)) {
        while (LOAD(me->next) == 0) {}
        STORE(me->next->go, 1);
    }
}
static void unlock(void) { STORE(word, 0); }
void *work(void *argument) {
    int me = (int)(long)argument;
    lock(&nodes[me]);
    in = me;
    assert(in == me);
    unlock();
    return 0;
}
int main(void) {
    for (long t = 0; t < N; t++) pthread_create(&threads[t], 0, work, (void *)t);
    for (long t = 0; t < N; t++) pthread_join(threads[t], 0);
    return 0;
}
