// expect: bound=2 sc=safe! tso=safe! pso=safe! power=safe!
// Nodes made by a thread, reached through shared memory.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
struct node { int v; struct node *next; };
struct node *_Atomic head;
void *t0(void *u) {
  for (int i = 1; i <= 2; i++) {
    struct node *n = malloc(sizeof *n);
    n->v = i;
    n->next = atomic_load_explicit(&head, memory_order_relaxed);
    atomic_store_explicit(&head, n, memory_order_release);
  }
  return 0;
}
void *t1(void *u) {
  struct node *n = atomic_load_explicit(&head, memory_order_acquire);
  if (n && n->v == 2) assert(n->next && n->next->v == 1);
  if (n) assert(n->v != 0);
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
