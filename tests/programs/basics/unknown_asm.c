// expect: bound=1 sc=unknown tso=unknown pso=unknown power=unknown
// Inline assembly that we do not know.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
int x;
void *t0(void *u) { __asm__ volatile("cpuid" ::: "memory"); x = 1; return 0; }
void *t1(void *u) { assert(x >= 0); return 0; }
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, t0, 0);
  pthread_create(&b, 0, t1, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
