// expect: bound=1 sc=safe! tso=safe! pso=unsafe power=unsafe
// Message passing, buggy.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#define ACQ memory_order_relaxed
#define REL memory_order_relaxed
int data;
atomic_int ready;
void *t0(void *u) { data = 1; atomic_store_explicit(&ready, 1, REL); return 0; }
void *t1(void *u) { if (atomic_load_explicit(&ready, ACQ)) assert(data == 1); return 0; }
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, t0, 0);
  pthread_create(&b, 0, t1, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
