// expect: bound=1 sc=safe! tso=unsafe pso=unsafe power=unsafe
// bakery, buggy: no fences.
#include <assert.h>
#include <pthread.h>
#define FENCE() __asm__ volatile("" ::: "memory")
volatile int c0, c1, n0, n1;
int in;
void *t0(void *u) {
  c0 = 1; FENCE(); n0 = n1 + 1; FENCE(); c0 = 0; FENCE();
  while (c1) { }
  FENCE();
  while (n1 != 0 && n1 < n0) { }
  FENCE(); in = 0; FENCE(); assert(in == 0); FENCE();
  n0 = 0;
  return 0;
}
void *t1(void *u) {
  c1 = 1; FENCE(); n1 = n0 + 1; FENCE(); c1 = 0; FENCE();
  while (c0) { }
  FENCE();
  while (n0 != 0 && n0 <= n1) { }
  FENCE(); in = 1; FENCE(); assert(in == 1); FENCE();
  n1 = 0;
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
