// expect: bound=1 sc=safe! tso=safe! pso=unsafe power=unsafe
// dcl_singleton, buggy: no fences.
#include <assert.h>
#include <pthread.h>
#define FENCE() __asm__ volatile("" ::: "memory")
struct S { int a, b; } storage;
struct S *volatile instance;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void use(void) {
  struct S *p = instance;
  if (p == 0) {
    pthread_mutex_lock(&m);
    p = instance;
    if (p == 0) { storage.a = 3; storage.b = 4; FENCE(); instance = &storage; p = &storage; }
    pthread_mutex_unlock(&m);
  }
  assert(p->a + p->b == 7);
}
void *t0(void *u) { use(); return 0; }
void *t1(void *u) { use(); return 0; }
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, t0, 0);
  pthread_create(&b, 0, t1, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
