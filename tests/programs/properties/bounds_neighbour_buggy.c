// expect: bound=2 property=memsafety sc=unsafe tso=unsafe pso=unsafe power=unsafe
#include <limits.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern long __VERIFIER_nondet_long(void);
extern void __VERIFIER_assume(int);
int a[2], b[2];
int main(void) {
  int *p = a + 2;
  *p = 1; // whatever comes behind a
  return 0;
}
