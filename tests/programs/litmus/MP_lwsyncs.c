// expect: bound=1 sc=safe! tso=safe! pso=safe! power=safe!
// MP+lwsyncs with asm fences and syntactic dependencies (litmus_to_c.py); verdicts are herd's.
#include <assert.h>
#include <pthread.h>
int x = 0;
int y = 0;
int out_1_r1;
int out_1_r3;
void *p0(void *unused) {
  long cr_a = 0, cr_b = 0;
  long r1 = 0;
  long r2 = (long)&x;
  long r3 = 0;
  long r4 = (long)&y;
  r1 = 1;
  *(volatile int *)(r2 + 0) = r1;
  __asm__ volatile("lwsync" ::: "memory");
  r3 = 1;
  *(volatile int *)(r4 + 0) = r3; (void)cr_a, (void)cr_b;
  return 0;
}
void *p1(void *unused) {
  long cr_a = 0, cr_b = 0;
  long r1 = 0;
  long r2 = (long)&y;
  long r3 = 0;
  long r4 = (long)&x;
  r1 = *(volatile int *)(r2 + 0);
  __asm__ volatile("lwsync" ::: "memory");
  r3 = *(volatile int *)(r4 + 0);
  out_1_r1 = r1;
  out_1_r3 = r3; (void)cr_a, (void)cr_b;
  return 0;
}
int main() {
  pthread_t t[2];
  pthread_create(&t[0], 0, p0, 0);
  pthread_create(&t[1], 0, p1, 0);
  pthread_join(t[0], 0);
  pthread_join(t[1], 0);
  assert(!( (out_1_r1 == 1 && out_1_r3 == 0)));
  return 0;
}
