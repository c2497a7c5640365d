// expect: bound=1 sc=unsafe tso=unsafe pso=unsafe power=unsafe
// The first thread is created on one path only.
#include <assert.h>
#include <pthread.h>
extern _Bool __VERIFIER_nondet_bool(void);
int x;
void *t0(void *u) { x = 2; return 0; }
int main(void) {
  pthread_t a;
  x = 1;
  if (__VERIFIER_nondet_bool()) pthread_create(&a, 0, t0, 0);
  assert(x == 1);
  return 0;
}
