// expect: bound=1 sc=safe! tso=safe! pso=safe! power=safe!
// Chase-Lev deque, take and steal of the last element, buggy.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#define FENCE() atomic_thread_fence(memory_order_release)
atomic_int top, bottom = 1, buffer[2] = {5, 6}, taken;
void *t0(void *u) {
  int b = atomic_load_explicit(&bottom, memory_order_relaxed) - 1;
  atomic_store_explicit(&bottom, b, memory_order_relaxed);
  FENCE();
  int t = atomic_load_explicit(&top, memory_order_relaxed);
  if (t < b) { atomic_fetch_add(&taken, 1); return 0; }
  if (t == b) {
    int x = atomic_load_explicit(&buffer[b], memory_order_relaxed);
    if (atomic_compare_exchange_strong(&top, &t, t + 1)) { assert(x == 5); atomic_fetch_add(&taken, 1); }
  }
  return 0;
}
void *t1(void *u) {
  int t = atomic_load_explicit(&top, memory_order_acquire);
  FENCE();
  int b = atomic_load_explicit(&bottom, memory_order_acquire);
  if (t < b) {
    int x = atomic_load_explicit(&buffer[t], memory_order_relaxed);
    if (atomic_compare_exchange_strong(&top, &t, t + 1)) { assert(x == 5); atomic_fetch_add(&taken, 1); }
  }
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, t0, 0);
  pthread_create(&b, 0, t1, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(taken <= 1);
  return 0;
}
