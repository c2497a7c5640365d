// expect: bound=1 sc=safe! tso=safe! pso=unsafe power=unsafe
// Queued spin lock, buggy.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#define ACQ memory_order_relaxed
#define REL memory_order_relaxed
struct node { _Atomic(struct node *) next; atomic_int locked; };
struct node nodes[2];
_Atomic(struct node *) tail;
atomic_int word;
static void lock(int i) {
  int e = 0;
  if (atomic_compare_exchange_strong_explicit(&word, &e, 1, ACQ, memory_order_relaxed)) return;
  struct node *me = &nodes[i];
  atomic_store_explicit(&me->next, 0, memory_order_relaxed);
  atomic_store_explicit(&me->locked, 0, memory_order_relaxed);
  struct node *before = atomic_exchange_explicit(&tail, me, memory_order_acq_rel);
  if (before) {
    atomic_store_explicit(&before->next, me, REL);
    while (!atomic_load_explicit(&me->locked, ACQ)) { }
  }
  e = 0;
  while (!atomic_compare_exchange_strong_explicit(&word, &e, 1, ACQ, memory_order_relaxed)) e = 0;
  struct node *self = me;
  if (!atomic_compare_exchange_strong_explicit(&tail, &self, 0, memory_order_acq_rel, memory_order_relaxed)) {
    struct node *next;
    do next = atomic_load_explicit(&me->next, ACQ); while (!next);
    atomic_store_explicit(&next->locked, 1, REL);
  }
}
static void unlock(int i) { atomic_store_explicit(&word, 0, REL); }
int in;
static void section(int me) { in = me; assert(in == me); }
void *t0(void *u) { lock(0); section(1); unlock(0); return 0; }
void *t1(void *u) { lock(1); section(2); unlock(1); return 0; }
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, t0, 0);
  pthread_create(&b, 0, t1, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
