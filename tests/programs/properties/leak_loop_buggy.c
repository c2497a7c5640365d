// expect: bound=8 property=leak sc=unsafe tso=unsafe pso=unsafe power=unsafe
#include <limits.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern long __VERIFIER_nondet_long(void);
extern void __VERIFIER_assume(int);

int main(void) {
  int *p = 0;
  for (int i = 0; i < 3; ++i) p = malloc(4);
  free(p);
  return 0;
}
