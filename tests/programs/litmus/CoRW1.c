// expect: bound=1 sc=safe! tso=safe! pso=safe! power=safe!
// CoRW1 with asm fences and syntactic dependencies (litmus_to_c.py); verdicts are herd's.
#include <assert.h>
#include <pthread.h>
int x = 0;
int out_0_r1;
void *p0(void *unused) {
  long cr_a = 0, cr_b = 0;
  long r1 = 0;
  long r2 = (long)&x;
  long r3 = 0;
  r1 = *(volatile int *)(r2 + 0);
  r3 = 1;
  *(volatile int *)(r2 + 0) = r3;
  out_0_r1 = r1; (void)cr_a, (void)cr_b;
  return 0;
}
int main() {
  pthread_t t[1];
  pthread_create(&t[0], 0, p0, 0);
  pthread_join(t[0], 0);
  assert(!( (out_0_r1 == 1)));
  return 0;
}
