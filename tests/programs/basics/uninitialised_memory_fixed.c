// expect: bound=1 sc=safe! tso=safe! pso=safe! power=safe!
// What uninitialised memory contains is found there again.
#include <assert.h>
extern _Bool __VERIFIER_nondet_bool(void);
static void set(unsigned char *p, _Bool c) { if (c) *p = 5; }
int main(void) {
  unsigned char a[2], x;
  _Bool i = __VERIFIER_nondet_bool();
  a[i] = 5;
  assert(a[i] == 5 && a[!i] == a[!i]);
  set(&x, i);
  assert(x == x && (!i || x == 5));
  return 0;
}
