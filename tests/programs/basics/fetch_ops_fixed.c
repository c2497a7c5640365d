// expect: bound=1 sc=safe! tso=safe! pso=safe! power=safe!
// Fetch operations of all kinds.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
unsigned x = 0xF0;
void *t0(void *u) { __atomic_fetch_or(&x, 0x0F, __ATOMIC_RELAXED); __sync_fetch_and_and(&x, 0xFFFFFFFEu); return 0; }
void *t1(void *u) { __atomic_fetch_xor(&x, 0x100, __ATOMIC_ACQ_REL); __atomic_fetch_add(&x, 0x200, __ATOMIC_SEQ_CST); __sync_fetch_and_sub(&x, 0x100); return 0; }
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, t0, 0);
  pthread_create(&b, 0, t1, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  unsigned r = x;
  assert(r == 0x2FE);
  return 0;
}
