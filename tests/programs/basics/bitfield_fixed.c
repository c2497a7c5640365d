// expect: bound=1 sc=safe! tso=safe! pso=safe! power=safe!
// Neighbouring bit-fields share their bytes.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
struct { unsigned a : 4; unsigned : 0; unsigned b : 4; } s;
void *t0(void *u) { s.a = 3; return 0; }
void *t1(void *u) { s.b = 5; return 0; }
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, t0, 0);
  pthread_create(&b, 0, t1, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(s.a == 3 && s.b == 5);
  return 0;
}
