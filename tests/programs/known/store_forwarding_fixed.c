// expect: bound=1 sc=safe! tso=safe! pso=safe! power=safe!
// Each thread reads its own write early: x=1; r1=x; r2=y beside its mirror.
#include <assert.h>
#include <pthread.h>
int x, y, r1, r2, r3, r4;
void *p0(void *a) { x = 1; __asm__ volatile("sync" ::: "memory"); r1 = x; r2 = y; return 0; }
void *p1(void *a) { y = 1; __asm__ volatile("sync" ::: "memory"); r3 = y; r4 = x; return 0; }
int main(void) {
  pthread_t t0, t1;
  pthread_create(&t0, 0, p0, 0);
  pthread_create(&t1, 0, p1, 0);
  pthread_join(t0, 0);
  pthread_join(t1, 0);
  assert(!(r1 == 1 && r2 == 0 && r3 == 1 && r4 == 0));
  return 0;
}
