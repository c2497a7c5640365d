// expect: bound=2 sc=safe! tso=safe! pso=safe! power=safe!
// A shared array, indexed at run time; the index comes from another thread.
#include <assert.h>
#include <pthread.h>
int a[3], k;
void *p0(void *u) { k = 1; return 0; }
void *p1(void *u) { int n = k; a[n] = 5; assert(a[n] == 5); assert(a[2] == 0); return 0; }
int main(void) {
  pthread_t t0, t1;
  pthread_create(&t0, 0, p0, 0);
  pthread_create(&t1, 0, p1, 0);
  pthread_join(t0, 0);
  pthread_join(t1, 0);
  return 0;
}
