// expect: bound=4 sc=safe! tso=safe! pso=safe! power=safe!
// A loop with two entries.
#include <assert.h>
#include <pthread.h>
int x;
void *t0(void *u) {
  int n = 0;
  if (x) goto middle;
top:
  n += 2;
middle:
  n += 1;
  if (n < 3) goto top;
  assert(n == 3 || n == 4);
  return 0;
}
int main(void) { pthread_t a; pthread_create(&a, 0, t0, 0); x = 1; pthread_join(a, 0); return 0; }
