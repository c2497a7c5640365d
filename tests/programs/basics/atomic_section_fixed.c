// expect: bound=1 sc=safe! tso=safe! pso=safe! power=safe!
// __VERIFIER_atomic_begin and end.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
int n;
void *work(void *u) { __VERIFIER_atomic_begin(); n = n + 1; __VERIFIER_atomic_end(); return 0; }
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, work, 0);
  pthread_create(&b, 0, work, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(n == 2);
  return 0;
}
