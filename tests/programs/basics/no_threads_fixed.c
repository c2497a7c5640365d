// expect: bound=1 sc=safe! tso=safe! pso=safe! power=safe!
// A program with one thread and an input.
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) { unsigned char c = __VERIFIER_nondet_uchar(); assert(c / 2 < 128); return 0; }
