// expect: bound=2 sc=safe! tso=safe! pso=safe! power=safe!
// In reverse order.
#include <assert.h>
#include <stdlib.h>
int n;
void first(void) { assert(n == 1); }
void second(void) { n = 1; }
int main(void) {
    atexit(first);
    atexit(second);
    return 0;
}
