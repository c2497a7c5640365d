// expect: bound=2 sc=unsafe tso=unsafe pso=unsafe power=unsafe
// Any number may come.
#include <assert.h>
#include <stdlib.h>
int main(void) {
    srand(1);
    int r = rand();
    assert(r != 7);
    return 0;
}
