// expect: bound=1 sc=safe! tso=safe! pso=safe! power=safe!
// An uninitialised number is any number, but one.
#include <assert.h>
extern _Bool __VERIFIER_nondet_bool(void);
int main(void) {
  _Bool c = __VERIFIER_nondet_bool();
  unsigned char x;
  if (c) x = 1;
  unsigned char y = x;
  assert(!c || x == 1);
  assert(x == y && (unsigned char)(x - y) == 0);
  return 0;
}
