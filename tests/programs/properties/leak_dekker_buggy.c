// expect: bound=2 property=leak sc=safe! tso=unsafe pso=unsafe power=unsafe
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
volatile int x, y;
atomic_int n;
void *one(void *u) {
  x = 1;
  if (y == 0) atomic_fetch_add(&n, 1);
  return u;
}
void *two(void *u) {
  y = 1;
  if (x == 0) atomic_fetch_add(&n, 1);
  return u;
}
int main(void) {
  pthread_t a, b;
  int *p = malloc(4);
  pthread_create(&a, 0, one, 0);
  pthread_create(&b, 0, two, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  if (n < 2) free(p);
  return 0;
}
