// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
// A failure that needs one order of three critical sections and a race: the second thread must run
// between the two sections of the first, and see its plain write late.
#include "bench.h"
volatile int x, y, z;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
void *one(void *u) {
    for (int k = 0; k < 2; k++) {
        pthread_mutex_lock(&mutex);
        x = 1;
        y = 1;
        pthread_mutex_unlock(&mutex);
        pthread_mutex_lock(&mutex);
        y = 0;
        pthread_mutex_unlock(&mutex);
        if (x > 1) {
            if (y == 3)
                assert(z == 0);
            else
                y = 2;
        }
    }
    return u;
}
void *two(void *u) {
    for (int k = 0; k < 2; k++)
        if (x > 0) {
            pthread_mutex_lock(&mutex);
            z = 1;
            x = 2;
            pthread_mutex_unlock(&mutex);
            if (y == 2) y = 3;
        }
    return u;
}
THREADS_2(one, two)
