// expect: bound=1 sc=safe! tso=safe! pso=unsafe power=unsafe
// seqlock, buggy: no fences.
#include <assert.h>
#include <pthread.h>
#define FENCE() __asm__ volatile("" ::: "memory")
volatile int seq, d1, d2;
void *t0(void *u) { seq = 1; FENCE(); d1 = 5; d2 = 5; FENCE(); seq = 2; return 0; }
void *t1(void *u) {
  int s1 = seq; FENCE(); int a = d1, b = d2; FENCE(); int s2 = seq;
  if (s1 == s2 && (s1 & 1) == 0) assert(a == b);
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
