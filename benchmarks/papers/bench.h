// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// What the programs share. They are plain C that every tool reads: -DFENCES puts a full fence
// wherever FENCE() stands, -DN=n sets the size.
#include <assert.h>
#include <pthread.h>

#ifdef FENCES
#define FENCE() __sync_synchronize()
#else
#define FENCE() ((void)0)
#endif

#define THREADS_2(a, b)              \
    int main(void) {                 \
        pthread_t p, q;              \
        pthread_create(&p, 0, a, 0); \
        pthread_create(&q, 0, b, 0); \
        pthread_join(p, 0);          \
        pthread_join(q, 0);          \
        return 0;                    \
    }
