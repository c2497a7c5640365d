// expect: bound=2 property=div-by-zero sc=unsafe tso=unsafe pso=unsafe power=unsafe
#include <limits.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern long __VERIFIER_nondet_long(void);
extern void __VERIFIER_assume(int);

int main(void) {
  long x = __VERIFIER_nondet_long();
  long r = x / (x - 5);
  (void)r;
  return 0;
}
