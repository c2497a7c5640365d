// expect: bound=1 sc=unknown tso=unknown pso=unknown power=unknown
// Floating-point arithmetic is not supported.
#include <assert.h>
double x = 1.5;
int main(void) { x = x * 2; assert(x > 2); return 0; }
