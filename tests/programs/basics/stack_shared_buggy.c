// expect: bound=1 sc=unsafe tso=unsafe pso=unsafe power=unsafe
// A variable on main's stack, shared by its address.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
void *t0(void *u) { int *p = u; *p = *p + 1; return 0; }
int main(void) {
  pthread_t a, b; int x = 1, y = 1;
  pthread_create(&a, 0, t0, &x);
  pthread_create(&b, 0, t0, &x);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(x + y == 4);
  return 0;
}
