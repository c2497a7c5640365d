// expect: bound=1 sc=safe! tso=safe! pso=safe! power=safe!
// Store buffering, fixed.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#define ACQ memory_order_seq_cst
#define REL memory_order_seq_cst
atomic_int x, y;
int r0, r1;
void *t0(void *u) { atomic_store_explicit(&x, 1, REL); r0 = atomic_load_explicit(&y, ACQ); return 0; }
void *t1(void *u) { atomic_store_explicit(&y, 1, REL); r1 = atomic_load_explicit(&x, ACQ); return 0; }
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, t0, 0);
  pthread_create(&b, 0, t1, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(r0 || r1);
  return 0;
}
