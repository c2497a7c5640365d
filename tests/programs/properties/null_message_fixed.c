// expect: bound=2 property=memsafety sc=safe! tso=safe! pso=safe! power=safe!
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
int v;
int *volatile p;
volatile int flag;
void *one(void *u) {
  p = &v;
  atomic_thread_fence(memory_order_seq_cst);
  flag = 1;
  return u;
}
void *two(void *u) {
  if (flag) {
    atomic_thread_fence(memory_order_seq_cst);
    *p = 1;
  }
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
