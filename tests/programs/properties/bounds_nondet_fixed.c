// expect: bound=2 property=memsafety sc=safe! tso=safe! pso=safe! power=safe!
#include <limits.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern long __VERIFIER_nondet_long(void);
extern void __VERIFIER_assume(int);
int a[4];
int main(void) {
  int i = __VERIFIER_nondet_int();
  if (i >= 0 && i < 4) a[i] = 1;
  return 0;
}
