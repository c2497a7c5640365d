// expect: bound=1 sc=safe! tso=safe! pso=unsafe power=unsafe
// 2+2W with asm fences and syntactic dependencies (litmus_to_c.py); verdicts are herd's.
#include <assert.h>
#include <pthread.h>
int x = 0;
int y = 0;
void *p0(void *unused) {
  long cr_a = 0, cr_b = 0;
  long r1 = 1;
  long r2 = 2;
  long r5 = (long)&x;
  long r6 = (long)&y;
  *(volatile int *)(r5 + 0) = r1;
  *(volatile int *)(r6 + 0) = r2; (void)cr_a, (void)cr_b;
  return 0;
}
void *p1(void *unused) {
  long cr_a = 0, cr_b = 0;
  long r1 = 1;
  long r2 = 2;
  long r5 = (long)&x;
  long r6 = (long)&y;
  *(volatile int *)(r6 + 0) = r1;
  *(volatile int *)(r5 + 0) = r2; (void)cr_a, (void)cr_b;
  return 0;
}
int main() {
  pthread_t t[2];
  pthread_create(&t[0], 0, p0, 0);
  pthread_create(&t[1], 0, p1, 0);
  pthread_join(t[0], 0);
  pthread_join(t[1], 0);
  assert(!( (x == 1 && y == 1)));
  return 0;
}
