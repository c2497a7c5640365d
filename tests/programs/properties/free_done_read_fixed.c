// expect: bound=2 property=memsafety sc=safe! tso=safe! pso=safe! power=safe!
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
int *p;
atomic_int done;
void *one(void *u) {
  int r = *p;
  atomic_store_explicit(&done, 1, memory_order_release);
  (void)r;
  return u;
}
void *two(void *u) {
  if (atomic_load_explicit(&done, memory_order_acquire)) free(p);
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
