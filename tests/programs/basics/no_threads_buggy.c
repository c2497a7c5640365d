// expect: bound=1 sc=unsafe tso=unsafe pso=unsafe power=unsafe
// A program with one thread and an input.
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) { unsigned char c = __VERIFIER_nondet_uchar(); assert(c != 77); return 0; }
