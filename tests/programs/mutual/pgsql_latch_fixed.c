// expect: bound=1 sc=safe! tso=safe! pso=safe! power=safe!
// pgsql_latch, fixed: full fences.
#include <assert.h>
#include <pthread.h>
#define FENCE() __asm__ volatile("sync" ::: "memory")
volatile int latch0 = 1, latch1, flag0 = 1, flag1;
void *t0(void *u) {
  if (!latch0) return 0;
  latch0 = 0; FENCE();
  if (flag0) { flag0 = 0; FENCE(); flag1 = 1; FENCE(); latch1 = 1; }
  return 0;
}
void *t1(void *u) {
  if (!latch1) return 0;
  latch1 = 0; FENCE();
  assert(flag1 == 1);
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
