// expect: bound=1 sc=safe! tso=safe! pso=safe! power=safe!
// RCU-like publication, the reader relies on the address dependency, fixed.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#define ACQ memory_order_acquire
#define REL memory_order_release
struct data { int a, b; };
struct data old = {1, 1}, fresh;
_Atomic(struct data *) current = &old;
void *t0(void *u) { fresh.a = 2; fresh.b = 2; atomic_store_explicit(&current, &fresh, REL); return 0; }
void *t1(void *u) { struct data *p = atomic_load_explicit(&current, memory_order_relaxed); assert(p->a == p->b); return 0; }
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, t0, 0);
  pthread_create(&b, 0, t1, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
