// expect: bound=2 property=leak sc=unsafe tso=unsafe pso=unsafe power=unsafe
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
_Atomic(int *) p;
void *one(void *u) {
  int *q = atomic_load(&p);
  if (!q) atomic_store(&p, malloc(4));
  return u;
}
void *two(void *u) {
  int *q = atomic_load(&p);
  if (!q) atomic_store(&p, malloc(4));
  return u;
}
int main(void) {
  pthread_t a, b;

  pthread_create(&a, 0, one, 0);
  pthread_create(&b, 0, two, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  free(p);
  return 0;
}
