// expect: bound=2 property=overflow sc=safe! tso=safe! pso=safe! power=safe!
#include <limits.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern long __VERIFIER_nondet_long(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int x = __VERIFIER_nondet_int(), y = -1;
  __VERIFIER_assume(x != INT_MIN);
  int r = x / y;
  (void)r;
  return 0;
}
