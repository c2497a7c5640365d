// expect: bound=1 sc=safe! tso=safe! pso=safe! power=safe!
// A data-dependent index reaches both fields.
#include <assert.h>
#include <pthread.h>
struct { int a, b; } s;
int i;
void *p0(void *u) { int k = i; int *p = &s.a + (k ^ k); *p = 7; return 0; }
void *p1(void *u) { i = 1; return 0; }
int main(void) {
  pthread_t t0, t1;
  pthread_create(&t0, 0, p0, 0);
  pthread_create(&t1, 0, p1, 0);
  pthread_join(t0, 0);
  pthread_join(t1, 0);
  assert(s.b == 0);
  return 0;
}
