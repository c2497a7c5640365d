// expect: bound=1 sc=safe! tso=safe! pso=safe! power=safe!
// atomic_flag lock, fixed.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#define ACQ memory_order_acquire
#define REL memory_order_release
atomic_flag l = ATOMIC_FLAG_INIT;
static void lock(int i) { while (atomic_flag_test_and_set_explicit(&l, ACQ)) { } }
static void unlock(int i) { atomic_flag_clear_explicit(&l, REL); }
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
