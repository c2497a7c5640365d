// expect: bound=1 sc=safe! tso=safe! pso=safe! power=unsafe
// PPOCA with asm fences and syntactic dependencies (litmus_to_c.py); verdicts are herd's.
#include <assert.h>
#include <pthread.h>
int x = 0;
int y = 0;
int z = 0;
int out_1_r1;
int out_1_r4;
void *p0(void *unused) {
  long cr_a = 0, cr_b = 0;
  long r1 = 0;
  long r2 = 0;
  long r7 = (long)&y;
  long r8 = (long)&z;
  r1 = 1;
  *(volatile int *)(r8 + 0) = r1;
  __asm__ volatile("sync" ::: "memory");
  r2 = 1;
  *(volatile int *)(r7 + 0) = r2; (void)cr_a, (void)cr_b;
  return 0;
}
void *p1(void *unused) {
  long cr_a = 0, cr_b = 0;
  long r1 = 0;
  long r10 = 0;
  long r2 = 0;
  long r3 = 0;
  long r4 = 0;
  long r7 = (long)&y;
  long r8 = (long)&z;
  long r9 = (long)&x;
  r1 = *(volatile int *)(r7 + 0);
  cr_a = r1; cr_b = 0;
  if (cr_a == cr_b) goto L00;
  L00:; 
  r3 = 1;
  *(volatile int *)(r9 + 0) = r3;
  r2 = *(volatile int *)(r9 + 0);
  r10 = r2 ^ r2;
  r4 = *(volatile int *)(r10 + r8);
  out_1_r1 = r1;
  out_1_r4 = r4; (void)cr_a, (void)cr_b;
  return 0;
}
int main() {
  pthread_t t[2];
  pthread_create(&t[0], 0, p0, 0);
  pthread_create(&t[1], 0, p1, 0);
  pthread_join(t[0], 0);
  pthread_join(t[1], 0);
  assert(!( (out_1_r1 == 1  && out_1_r4 == 0)));
  return 0;
}
