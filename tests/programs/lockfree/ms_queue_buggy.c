// expect: bound=2 sc=safe! tso=safe! pso=safe! power=unsafe
// Michael-Scott queue, buggy.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#define ACQ memory_order_relaxed
#define REL memory_order_relaxed
struct node { int value; _Atomic(struct node *) next; };
struct node dummy;
_Atomic(struct node *) head = &dummy, tail = &dummy;
void *t0(void *u) {
  struct node *n = malloc(sizeof *n);
  n->value = 7;
  atomic_store_explicit(&n->next, 0, memory_order_relaxed);
  struct node *t = atomic_load_explicit(&tail, ACQ), *none = 0;
  if (atomic_compare_exchange_strong_explicit(&t->next, &none, n, REL, memory_order_relaxed))
    atomic_compare_exchange_strong_explicit(&tail, &t, n, REL, memory_order_relaxed);
  return 0;
}
void *t1(void *u) {
  struct node *h = atomic_load_explicit(&head, ACQ);
  struct node *n = atomic_load_explicit(&h->next, ACQ);
  if (n && atomic_compare_exchange_strong_explicit(&head, &h, n, REL, memory_order_relaxed))
    assert(n->value == 7);
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
