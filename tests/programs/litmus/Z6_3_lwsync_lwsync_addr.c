// expect: bound=1 sc=safe! tso=safe! pso=safe! power=unsafe
// Z6.3+lwsync+lwsync+addr with asm fences and syntactic dependencies (litmus_to_c.py); verdicts are herd's.
#include <assert.h>
#include <pthread.h>
int x = 0;
int y = 0;
int z = 0;
int out_2_r1;
int out_2_r4;
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
  long r4 = (long)&z;
  r1 = 2;
  *(volatile int *)(r2 + 0) = r1;
  __asm__ volatile("lwsync" ::: "memory");
  r3 = 1;
  *(volatile int *)(r4 + 0) = r3; (void)cr_a, (void)cr_b;
  return 0;
}
void *p2(void *unused) {
  long cr_a = 0, cr_b = 0;
  long r1 = 0;
  long r2 = (long)&z;
  long r3 = 0;
  long r4 = 0;
  long r5 = (long)&x;
  r1 = *(volatile int *)(r2 + 0);
  r3 = r1 ^ r1;
  r4 = *(volatile int *)(r3 + r5);
  out_2_r1 = r1;
  out_2_r4 = r4; (void)cr_a, (void)cr_b;
  return 0;
}
int main() {
  pthread_t t[3];
  pthread_create(&t[0], 0, p0, 0);
  pthread_create(&t[1], 0, p1, 0);
  pthread_create(&t[2], 0, p2, 0);
  pthread_join(t[0], 0);
  pthread_join(t[1], 0);
  pthread_join(t[2], 0);
  assert(!( (y == 2 && out_2_r1 == 1 && out_2_r4 == 0)));
  return 0;
}
