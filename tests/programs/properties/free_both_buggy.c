// expect: bound=2 property=memsafety sc=unsafe tso=unsafe pso=unsafe power=unsafe
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
int *p;
atomic_int n = 2;
void *one(void *u) {
  int r = atomic_load(&n);
  atomic_store(&n, r - 1);
  if (r == 1) free(p);
  return u;
}
void *two(void *u) {
  int r = atomic_load(&n);
  atomic_store(&n, r - 1);
  if (r == 1) free(p);
  return u;
}
int main(void) {
  pthread_t a, b;
  p = malloc(sizeof *p);
  free(p); // the last owner is not the only one
  pthread_create(&a, 0, one, 0);
  pthread_create(&b, 0, two, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);

  return 0;
}
