// expect: bound=8 property=overflow sc=unsafe tso=unsafe pso=unsafe power=unsafe
#include <limits.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern long __VERIFIER_nondet_long(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int s = INT_MAX - 5;
  for (int i = 0; i < 4; ++i) s += i;
  (void)s;
  return 0;
}
