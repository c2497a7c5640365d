// expect: bound=1 sc=unsafe tso=unsafe pso=unsafe power=unsafe
// A variable that only one path initialises: on the other one it is any number.
#include <assert.h>
extern _Bool __VERIFIER_nondet_bool(void);
int main(void) {
  int x;
  if (__VERIFIER_nondet_bool()) x = 1;
  assert(x == 1);
  return 0;
}
