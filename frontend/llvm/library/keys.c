// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// Values by key and thread; what their destructors do when a thread ends; errno.
#include <errno.h>
#include <pthread.h>

#include "fencepost.h"

enum { max_keys = 16, rounds = 4 };

static _Atomic unsigned keys;
static void (*destructors[max_keys])(void*);
static _Thread_local void* values[max_keys];

int pthread_key_create(pthread_key_t* key, void (*destructor)(void*)) {
    const unsigned fresh = keys++;
    if (fresh >= max_keys) return EAGAIN;
    destructors[fresh] = destructor;
    *key = fresh;
    return 0;
}

int pthread_key_delete(pthread_key_t key) {
    if (key >= max_keys) return EINVAL;
    destructors[key] = NULL;
    return 0;
}

int pthread_setspecific(pthread_key_t key, const void* value) {
    if (key >= max_keys) return EINVAL;
    values[key] = (void*)value;
    return 0;
}

void* pthread_getspecific(pthread_key_t key) { return key < max_keys ? values[key] : NULL; }

/// Called by the lowering when a thread other than main ends.
void __fencepost_thread_exit_keys(void) {
    for (int round = 0; round < rounds; ++round) {
        _Bool again = 0;
        for (unsigned key = 0; key < max_keys; ++key) {
            void* value = values[key];
            if (value == NULL) continue;
            values[key] = NULL;
            if (destructors[key] == NULL) continue;
            destructors[key](value);
            again = 1;
        }
        if (!again) break;
    }
}
