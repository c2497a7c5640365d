// expect: bound=2 property=memsafety sc=safe! tso=safe! pso=safe! power=safe!
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
int *p;
atomic_int n = 2;
void *one(void *u) {
  if (atomic_fetch_sub(&n, 1) == 1) free(p);
  return u;
}
void *two(void *u) {
  if (atomic_fetch_sub(&n, 1) == 1) free(p);
  return u;
}
int main(void) {
  pthread_t a, b;
  p = malloc(sizeof *p);
  pthread_create(&a, 0, one, 0);
  pthread_create(&b, 0, two, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);

  return 0;
}
