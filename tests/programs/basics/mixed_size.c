// expect: bound=1 sc=unknown tso=unknown pso=unknown power=unknown
// Accesses of different sizes to the same bytes are refused.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
union { int w; char c[4]; } x;
void *t0(void *u) { x.w = 0x01010101; return 0; }
void *t1(void *u) { assert(x.c[0] == x.c[3]); return 0; }
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, t0, 0);
  pthread_create(&b, 0, t1, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
