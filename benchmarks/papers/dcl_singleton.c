// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
// Double-checked locking: the pointer may be seen before what it points to.
#include "bench.h"
struct pair { int a, b; } storage;
struct pair *volatile instance;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static void use(void) {
    struct pair *p = instance;
    FENCE();
    if (p == 0) {
        pthread_mutex_lock(&mutex);
        p = instance;
        if (p == 0) {
            storage.a = 3;
            storage.b = 4;
            FENCE();
            p = instance = &storage;
        }
        pthread_mutex_unlock(&mutex);
    }
    assert(p->a + p->b == 7);
}
void *one(void *u) { use(); return u; }
void *two(void *u) { use(); return u; }
THREADS_2(one, two)
