// expect: bound=1 sc=safe! tso=safe! pso=safe! power=safe!
// spsc_ring, fixed: full fences.
#include <assert.h>
#include <pthread.h>
#define FENCE() __asm__ volatile("sync" ::: "memory")
volatile int buf[2], head, tail;
void *t0(void *u) {
  for (int i = 0; i < 3; i++) {
    if (head - tail == 2) return 0;
    FENCE(); buf[head & 1] = i + 1; FENCE(); head = head + 1;
  }
  return 0;
}
void *t1(void *u) {
  for (int i = 0; i < 2; i++) {
    if (tail == head) return 0;
    FENCE(); int v = buf[tail & 1]; FENCE(); assert(v == i + 1); tail = tail + 1;
  }
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
