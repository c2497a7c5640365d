// expect: bound=2 property=memsafety sc=unsafe tso=unsafe pso=unsafe power=unsafe
#include <limits.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern long __VERIFIER_nondet_long(void);
extern void __VERIFIER_assume(int);

int main(void) {
  char a[4] = "abc", b[3];
  memcpy(b, a, 4);
  return 0;
}
