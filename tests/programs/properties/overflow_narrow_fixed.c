// expect: bound=2 property=overflow sc=safe! tso=safe! pso=safe! power=safe!
#include <limits.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern long __VERIFIER_nondet_long(void);
extern void __VERIFIER_assume(int);

int main(void) {
  signed char a = (signed char)__VERIFIER_nondet_int(), b = (signed char)__VERIFIER_nondet_int();
  signed char c = (signed char)(a + b); // int arithmetic, then a conversion
  unsigned u = (unsigned)a * 0x10000u * 0x10000u; // unsigned wraps
  (void)c;
  (void)u;
  return 0;
}
