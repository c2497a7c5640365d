// expect: bound=8 property=div-by-zero sc=unsafe tso=unsafe pso=unsafe power=unsafe
#include <limits.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern long __VERIFIER_nondet_long(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int s = 0;
  for (int i = 3; i >= 0; --i) s += 12 / i;
  (void)s;
  return 0;
}
