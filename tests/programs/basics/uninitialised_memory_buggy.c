// expect: bound=1 sc=unsafe tso=unsafe pso=unsafe power=unsafe
// The same in memory: storing to one of the elements leaves the others as they are.
#include <assert.h>
extern _Bool __VERIFIER_nondet_bool(void);
int main(void) {
  unsigned char a[2];
  _Bool i = __VERIFIER_nondet_bool();
  a[i] = 5;
  assert(a[0] == 5);
  return 0;
}
