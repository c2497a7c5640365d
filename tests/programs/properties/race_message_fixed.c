// expect: bound=2 property=data-race sc=safe! tso=safe! pso=safe! power=safe!
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
int data;
atomic_int flag;
void *one(void *u) {
  data = 1;
  atomic_store_explicit(&flag, 1, memory_order_release);
  return u;
}
void *two(void *u) {
  if (atomic_load_explicit(&flag, memory_order_acquire)) data = 2;
  return u;
}
int main(void) {
  pthread_t a, b;

  pthread_create(&a, 0, one, 0);
  pthread_create(&b, 0, two, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);

  return 0;
}
