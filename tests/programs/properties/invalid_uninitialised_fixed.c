// expect: bound=2 property=memsafety sc=safe! tso=safe! pso=safe! power=safe!
#include <limits.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern long __VERIFIER_nondet_long(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int *p = malloc(sizeof *p);
  if (__VERIFIER_nondet_int()) p = malloc(sizeof *p);
  *p = 1;
  return 0;
}
