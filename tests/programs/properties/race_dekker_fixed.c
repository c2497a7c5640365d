// expect: bound=2 property=data-race sc=safe! tso=safe! pso=safe! power=safe!
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
int x;
atomic_int a, b;
void *one(void *u) {
  atomic_store_explicit(&a, 1, memory_order_seq_cst);
  if (atomic_load_explicit(&b, memory_order_seq_cst) == 0) x = 1;
  return u;
}
void *two(void *u) {
  atomic_store_explicit(&b, 1, memory_order_seq_cst);
  if (atomic_load_explicit(&a, memory_order_seq_cst) == 0) x = 1;
  return u;
}
int main(void) {
  pthread_t p, q;

  pthread_create(&p, 0, one, 0);
  pthread_create(&q, 0, two, 0);
  pthread_join(p, 0);
  pthread_join(q, 0);

  return 0;
}
