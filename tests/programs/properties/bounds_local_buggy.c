// expect: bound=8 property=memsafety sc=unsafe tso=unsafe pso=unsafe power=unsafe
#include <limits.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern long __VERIFIER_nondet_long(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int a[4];
  for (int i = 0; i <= 4; ++i) a[i] = i;
  return 0;
}
