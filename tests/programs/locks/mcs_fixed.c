// expect: bound=1 sc=safe! tso=safe! pso=safe! power=safe!
// MCS lock, fixed.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#define ACQ memory_order_acquire
#define REL memory_order_release
struct node { _Atomic(struct node *) next; atomic_int wait; };
struct node nodes[2];
_Atomic(struct node *) tail;
static void lock(int i) {
  struct node *me = &nodes[i];
  atomic_store_explicit(&me->next, 0, memory_order_relaxed);
  atomic_store_explicit(&me->wait, 1, memory_order_relaxed);
  struct node *before = atomic_exchange_explicit(&tail, me, REL == memory_order_release ? memory_order_acq_rel : REL);
  if (before) {
    atomic_store_explicit(&before->next, me, REL);
    while (atomic_load_explicit(&me->wait, ACQ)) { }
  }
}
static void unlock(int i) {
  struct node *me = &nodes[i];
  struct node *next = atomic_load_explicit(&me->next, ACQ);
  if (!next) {
    struct node *expected = me;
    if (atomic_compare_exchange_strong_explicit(&tail, &expected, 0, REL, memory_order_relaxed)) return;
    do next = atomic_load_explicit(&me->next, ACQ); while (!next);
  }
  atomic_store_explicit(&next->wait, 0, REL);
}
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
