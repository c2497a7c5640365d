// expect: bound=1 sc=safe! tso=safe! pso=safe! power=safe!
// lamport_fast, fixed: full fences.
#include <assert.h>
#include <pthread.h>
#define FENCE() __asm__ volatile("sync" ::: "memory")
volatile int x, y, b1, b2;
int in;
void *t0(void *u) {
  b1 = 1; FENCE(); x = 1; FENCE();
  if (y != 0) { b1 = 0; return 0; }
  y = 1; FENCE();
  if (x != 1) { b1 = 0; FENCE(); if (b2) return 0; if (y != 1) return 0; }
  FENCE(); in = 1; FENCE(); assert(in == 1); FENCE();
  y = 0; FENCE(); b1 = 0;
  return 0;
}
void *t1(void *u) {
  b2 = 1; FENCE(); x = 2; FENCE();
  if (y != 0) { b2 = 0; return 0; }
  y = 2; FENCE();
  if (x != 2) { b2 = 0; FENCE(); if (b1) return 0; if (y != 2) return 0; }
  FENCE(); in = 2; FENCE(); assert(in == 2); FENCE();
  y = 0; FENCE(); b2 = 0;
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
