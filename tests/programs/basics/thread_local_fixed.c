// expect: bound=1 sc=safe! tso=safe! pso=safe! power=safe!
// Thread-local variables.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
_Thread_local int x;
void *t0(void *u) { x = 1; assert(x == 1); return 0; }
void *t1(void *u) { x = 2; assert(x == 2); return 0; }
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, t0, 0);
  pthread_create(&b, 0, t1, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
