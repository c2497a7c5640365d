// SPDX-License-Identifier: Apache-2.0
// Copyright The Fencepost authors
// A sum of two inputs, squared; one of them may come late from another thread. The identity holds for whatever was read,
// but only who simplifies products sees it quickly.
#include <assert.h>
#include <pthread.h>
extern unsigned __VERIFIER_nondet_uint(void);
unsigned a, b;
void *set(void *unused) {
  a = __VERIFIER_nondet_uint();
  return unused;
}
int main(void) {
  pthread_t setter;
  b = __VERIFIER_nondet_uint();
  pthread_create(&setter, 0, set, 0);
  unsigned x = a, y = b;
  pthread_join(setter, 0);
  assert((x + y) * (x + y) == x * x + 2 * x * y + y * y);
  return 0;
}
