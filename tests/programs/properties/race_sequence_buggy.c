// expect: bound=2 property=data-race sc=unsafe tso=unsafe pso=unsafe power=unsafe
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
int x;
atomic_int n;
void *one(void *u) {
  x = 1;
  atomic_store_explicit(&n, 1, memory_order_relaxed);
  atomic_fetch_add_explicit(&n, 2, memory_order_relaxed);
  return u;
}
void *two(void *u) {
  if (atomic_load_explicit(&n, memory_order_acquire) == 3) x = 2;
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
