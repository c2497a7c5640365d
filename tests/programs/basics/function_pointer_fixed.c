// expect: bound=1 sc=safe! tso=safe! pso=safe! power=safe!
// A call through a pointer in shared memory.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
int x;
static void set1(void) { x = 1; }
static void set2(void) { x = 2; }
void (*f)(void) = set1;
void *t0(void *u) { f(); return 0; }
void *t1(void *u) { f = set2; return 0; }
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, t0, 0);
  pthread_create(&b, 0, t1, 0);
  pthread_join(a, 0);
  assert(x == 1 || x == 2);
  return 0;
}
