// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
//
// What the library is written in: the functions that the lowering knows by name and
// programs do not call (primitives.cpp), beside atomics, pthread_create, plain mutexes and
// nondeterministic values. A thread that waits stops where its condition is false; an
// execution in which it asked later is another one.
#pragma once

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/// One atomic step: adds if the word is between low and high (signed). Gives the old value.
int __fencepost_add_if(int* word, int addend, int low, int high);
/// One atomic step towards zero. Gives the old value.
int __fencepost_towards_zero(int* word);
/// One atomic step of a barrier's word: one more in the low half; if these are all, none, and
/// one more in the high half. Gives the old value.
unsigned __fencepost_arrive(unsigned* word, unsigned awaited);
/// The thread goes on only if the condition holds.
void __fencepost_await(int condition);
/// Orders all memory accesses before it before all after it.
void __fencepost_fence(void);
/// What happens between the two is a sleep that may end for no reason: waking up to find
/// everything unchanged and sleeping again is the same as sleeping on.
void __fencepost_sleep_begin(void);
void __fencepost_sleep_end(void);
/// Number of the thread, from 1.
int __fencepost_self(void);
/// Bytes of the object that the pointer points into, from there on.
size_t __fencepost_size(const void* pointer);
/// The verdict says nothing about executions that come here.
__attribute__((noreturn)) void __fencepost_cut(const char* why);
/// The program is refused if this may be called.
__attribute__((noreturn)) void __fencepost_unsupported(const char* what);
#ifdef __cplusplus
bool __VERIFIER_nondet_bool(void);
#else
_Bool __VERIFIER_nondet_bool(void);
#endif
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);
long __VERIFIER_nondet_long(void);
unsigned long __VERIFIER_nondet_ulong(void);
void __VERIFIER_assume(int condition);

#ifdef __cplusplus
}
#endif
