// expect: bound=1 sc=safe! tso=safe! pso=safe! power=safe!
// szymanski, fixed: full fences.
#include <assert.h>
#include <pthread.h>
#define FENCE() __asm__ volatile("sync" ::: "memory")
volatile int f0, f1;
int in;
void *t0(void *u) {
  f0 = 1; FENCE(); while (f1 >= 3) { }
  FENCE(); f0 = 3; FENCE();
  if (f1 == 1) { f0 = 2; FENCE(); while (f1 != 4) { } FENCE(); }
  f0 = 4; FENCE();
  FENCE(); in = 0; FENCE(); assert(in == 0); FENCE();
  while (2 <= f1 && f1 <= 3) { }
  FENCE(); f0 = 0;
  return 0;
}
void *t1(void *u) {
  f1 = 1; FENCE(); while (f0 >= 3) { }
  FENCE(); f1 = 3; FENCE();
  if (f0 == 1) { f1 = 2; FENCE(); while (f0 != 4) { } FENCE(); }
  f1 = 4; FENCE(); while (f0 >= 2) { }
  FENCE(); in = 1; FENCE(); assert(in == 1); FENCE();
  f1 = 0;
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
