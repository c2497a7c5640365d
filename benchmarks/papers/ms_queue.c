// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
// Michael and Scott's queue: N threads enqueue a value each, then dequeue one.
#include "bench.h"
#ifndef N
#define N 2
#endif
struct node { int value; struct node *next; };
struct node nodes[N + 1];
struct node *head = &nodes[N], *tail = &nodes[N];
int taken[N + 1];
pthread_t threads[N];
#define LOAD(p) __atomic_load_n(&(p), __ATOMIC_ACQUIRE)
static void enqueue(struct node *n) {
    for (;;) {
        struct node *last = LOAD(tail), *next = LOAD(last->next);
        if (next != 0) {
            __sync_bool_compare_and_swap(&tail, last, next);
        } else if (__sync_bool_compare_and_swap(&last->next, 0, n)) {
            __sync_bool_compare_and_swap(&tail, last, n);
            return;
        }
    }
}
static int dequeue(void) {
    for (;;) {
        struct node *first = LOAD(head), *next = LOAD(first->next);
        if (next == 0) return 0;
        if (__sync_bool_compare_and_swap(&head, first, next)) return next->value;
    }
}
void *work(void *argument) {
    int me = (int)(long)argument;
    nodes[me].value = me + 1;
    enqueue(&nodes[me]);
    int value = dequeue();
    assert(value > 0);
    int before = __sync_fetch_and_add(&taken[value], 1);
    assert(before == 0);
    return 0;
}
int main(void) {
    for (long t = 0; t < N; t++) pthread_create(&threads[t], 0, work, (void *)t);
    for (long t = 0; t < N; t++) pthread_join(threads[t], 0);
    return 0;
}
