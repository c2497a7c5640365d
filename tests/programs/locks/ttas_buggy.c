// expect: bound=1 sc=safe! tso=safe! pso=unsafe power=unsafe
// Test-and-test-and-set lock, buggy.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#define ACQ memory_order_relaxed
#define REL memory_order_relaxed
atomic_int l;
static void lock(int i) {
  for (;;) {
    while (atomic_load_explicit(&l, memory_order_relaxed)) { }
    if (!atomic_exchange_explicit(&l, 1, ACQ)) return;
  }
}
static void unlock(int i) { atomic_store_explicit(&l, 0, REL); }
int in;
static void section(int me) { in = me; assert(in == me); }
void *t0(void *u) { lock(0); section(1); unlock(0); return 0; }
void *t1(void *u) { lock(1); section(2); unlock(1); return 0; }
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, t0, 0);
  pthread_create(&b, 0, t1, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
