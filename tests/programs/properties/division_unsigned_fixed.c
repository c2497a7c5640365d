// expect: bound=2 property=div-by-zero sc=safe! tso=safe! pso=safe! power=safe!
#include <limits.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern long __VERIFIER_nondet_long(void);
extern void __VERIFIER_assume(int);

int main(void) {
  unsigned x = (unsigned)__VERIFIER_nondet_int();
  unsigned r = 7u / ((x >> 31) + 1u) + 7u % (x | 1u);
  (void)r;
  return 0;
}
