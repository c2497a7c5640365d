// expect: bound=1 sc=safe! tso=safe! pso=safe! power=safe!
// Lock with __sync builtins, fixed.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#define TAKE() do { while (__sync_lock_test_and_set(&l, 1)) { } } while (0)
volatile int l;
static void lock(int i) { TAKE(); }
static void unlock(int i) { __sync_synchronize(); __sync_lock_release(&l); }
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
