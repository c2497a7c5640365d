// expect: bound=2 property=overflow sc=unsafe tso=unsafe pso=unsafe power=unsafe
#include <limits.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern long __VERIFIER_nondet_long(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int a = __VERIFIER_nondet_int();
  __VERIFIER_assume(a >= 0 && a <= 2);
  int s = INT_MAX - 1;
  s += a;
  (void)s;
  return 0;
}
