// expect: bound=1 sc=safe! tso=safe! pso=safe! power=safe!
// Nondeterministic values and assumptions.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
extern _Bool __VERIFIER_nondet_bool(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int x;
void *t0(void *u) { int n = __VERIFIER_nondet_int(); __VERIFIER_assume(n > 0 && n < 5); x = n; return 0; }
void *t1(void *u) { if (__VERIFIER_nondet_bool()) assert(x < 5); return 0; }
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, t0, 0);
  pthread_create(&b, 0, t1, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
