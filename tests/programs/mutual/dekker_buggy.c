// expect: bound=2 sc=safe tso=unsafe pso=unsafe power=unsafe
// dekker, buggy: no fences.
#include <assert.h>
#include <pthread.h>
#define FENCE() __asm__ volatile("" ::: "memory")
volatile int f0, f1, turn;
int in;
void *t0(void *u) {
  f0 = 1; FENCE();
  while (f1) {
    if (turn != 0) { f0 = 0; FENCE(); while (turn != 0) { } f0 = 1; FENCE(); }
  }
  FENCE(); in = 0; FENCE(); assert(in == 0);
  FENCE(); turn = 1; FENCE(); f0 = 0;
  return 0;
}
void *t1(void *u) {
  f1 = 1; FENCE();
  while (f0) {
    if (turn != 1) { f1 = 0; FENCE(); while (turn != 1) { } f1 = 1; FENCE(); }
  }
  FENCE(); in = 1; FENCE(); assert(in == 1);
  FENCE(); turn = 0; FENCE(); f1 = 0;
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
