// expect: bound=1 sc=safe! tso=safe! pso=unsafe power=unsafe
// CLH lock, buggy.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#define ACQ memory_order_relaxed
#define REL memory_order_relaxed
struct node { atomic_int busy; };
struct node nodes[3];
_Atomic(struct node *) tail = &nodes[2];
static void lock(int i) {
  struct node *me = &nodes[i];
  atomic_store_explicit(&me->busy, 1, memory_order_relaxed);
  struct node *before = atomic_exchange_explicit(&tail, me, REL == memory_order_release ? memory_order_acq_rel : REL);
  while (atomic_load_explicit(&before->busy, ACQ)) { }
}
static void unlock(int i) { atomic_store_explicit(&nodes[i].busy, 0, REL); }
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
