// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// What happens after main, in the reverse order of registration: atexit, and the
// destructors of C++ objects with static storage.
#include "fencepost.h"

enum { max_handlers = 32 };

static struct {
    void (*plain)(void);
    void (*with_object)(void*);
    void* object;
} handlers[max_handlers];
static unsigned count;

static unsigned next_handler(void) {
    if (count == max_handlers) __fencepost_unsupported("more than 32 functions to call at exit");
    return count++;
}

int atexit(void (*action)(void)) {
    handlers[next_handler()].plain = action;
    return 0;
}

int __cxa_atexit(void (*action)(void*), void* object, void* dso) {
    (void)dso;
    const unsigned i = next_handler();
    handlers[i].with_object = action;
    handlers[i].object = object;
    return 0;
}

/// Called by the lowering when main returns or somebody calls exit.
void __fencepost_program_exit(void) {
    while (count > 0) {
        --count;
        if (handlers[count].plain != NULL)
            handlers[count].plain();
        else
            handlers[count].with_object(handlers[count].object);
    }
}
