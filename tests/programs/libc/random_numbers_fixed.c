// expect: bound=2 sc=safe! tso=safe! pso=safe! power=safe!
// But not a negative one.
#include <assert.h>
#include <stdlib.h>
int main(void) {
    srand(1);
    int r = rand();
    assert(r >= 0);
    return 0;
}
