// expect: bound=3 sc=unsafe tso=unsafe pso=unsafe power=unsafe
// Recursion within the bound.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
int x;
static int sum(int n) { return n == 0 ? x : n + sum(n - 1); }
void *t0(void *u) { int s = sum(2); assert(s == 3 ); return 0; }
void *t1(void *u) { x = 1; return 0; }
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, t0, 0);
  pthread_create(&b, 0, t1, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
