// expect: bound=1 sc=safe! tso=safe! pso=safe! power=safe!
// Readers-writer lock, fixed.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#define ACQ memory_order_acquire
#define REL memory_order_release
atomic_int l;
int d1, d2;
void *t0(void *u) {
  int e = 0;
  while (!atomic_compare_exchange_strong_explicit(&l, &e, -1, ACQ, memory_order_relaxed)) e = 0;
  d1 = 1; d2 = 1;
  atomic_store_explicit(&l, 0, REL);
  return 0;
}
void *t1(void *u) {
  int n = atomic_load_explicit(&l, memory_order_relaxed);
  if (n < 0) return 0;
  if (!atomic_compare_exchange_strong_explicit(&l, &n, n + 1, ACQ, memory_order_relaxed)) return 0;
  assert(d1 == d2);
  atomic_fetch_sub_explicit(&l, 1, REL);
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, t0, 0);
  pthread_create(&b, 0, t1, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
