// expect: bound=2 sc=safe! tso=safe! pso=safe! power=unsafe
// Treiber stack, buggy.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#define ACQ memory_order_relaxed
#define REL memory_order_relaxed
struct node { int value; struct node *next; };
_Atomic(struct node *) top;
void *t0(void *u) {
  struct node *n = malloc(sizeof *n);
  n->value = 42;
  struct node *old = atomic_load_explicit(&top, memory_order_relaxed);
  do n->next = old; while (!atomic_compare_exchange_strong_explicit(&top, &old, n, REL, memory_order_relaxed));
  return 0;
}
void *t1(void *u) {
  struct node *n = atomic_load_explicit(&top, ACQ);
  if (n && atomic_compare_exchange_strong_explicit(&top, &n, n->next, ACQ, memory_order_relaxed))
    assert(n->value == 42);
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, t0, 0);
  pthread_create(&b, 0, t1, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
