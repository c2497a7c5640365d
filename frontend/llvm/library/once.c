// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Something done once: 0 not yet, 1 somebody is at it, 2 done.
#include <pthread.h>

#include "fencepost.h"

int pthread_once(pthread_once_t* once, void (*action)(void)) {
    const int old = __fencepost_add_if(once, 1, 0, 0);
    __fencepost_fence();
    if (old == 0) {
        action();
        __fencepost_fence();
        __atomic_store_n(once, 2, __ATOMIC_RELEASE);
        return 0;
    }
    if (old != 2) __fencepost_await(__atomic_load_n(once, __ATOMIC_ACQUIRE) == 2);
    __fencepost_fence();
    return 0;
}
