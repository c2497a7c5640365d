// expect: bound=2 sc=safe! tso=safe! pso=safe! power=safe!
// It cannot be reached.
#include <assert.h>
#include <stdio.h>
int x;
int main(void) {
    assert(x == 0);
    if (x != 0) scanf("%d", &x);
    return 0;
}
