// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
// A sum of two inputs is sent behind a flag, and the receiver takes it apart. -DFENCES: in order.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
extern unsigned __VERIFIER_nondet_uint(void);
#ifdef FENCES
#define FENCE() atomic_thread_fence(memory_order_seq_cst)
#else
#define FENCE() (void)0
#endif
unsigned a, b, sum, flag;
void *send(void *unused) {
  sum = a + b;
  FENCE();
  flag = 1;
  return unused;
}
int main(void) {
  pthread_t sender;
  a = __VERIFIER_nondet_uint();
  b = __VERIFIER_nondet_uint();
  pthread_create(&sender, 0, send, 0);
  if (flag) {
    FENCE();
    assert(sum - b == a);
  }
  pthread_join(sender, 0);
  return 0;
}
