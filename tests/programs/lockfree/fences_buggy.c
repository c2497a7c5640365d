// expect: bound=1 sc=safe! tso=unsafe pso=unsafe power=unsafe
// Store buffering with C11 fences, buggy.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#define FENCE() atomic_thread_fence(memory_order_acq_rel)
atomic_int x, y;
int r0, r1;
void *t0(void *u) { atomic_store_explicit(&x, 1, memory_order_relaxed); FENCE(); r0 = atomic_load_explicit(&y, memory_order_relaxed); return 0; }
void *t1(void *u) { atomic_store_explicit(&y, 1, memory_order_relaxed); FENCE(); r1 = atomic_load_explicit(&x, memory_order_relaxed); return 0; }
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, t0, 0);
  pthread_create(&b, 0, t1, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(r0 || r1);
  return 0;
}
