// expect: bound=2 property=div-by-zero sc=safe! tso=safe! pso=safe! power=safe!
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
volatile int data, flag;
void *one(void *u) {
  data = 2;
  atomic_thread_fence(memory_order_seq_cst);
  flag = 1;
  return u;
}
void *two(void *u) {
  if (flag) {
    atomic_thread_fence(memory_order_seq_cst);
    int r = 10 / data;
    (void)r;
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
