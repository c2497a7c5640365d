// expect: bound=2 sc=unsafe tso=unsafe pso=unsafe power=unsafe
// The violation is before the construct that is refused.
#include <assert.h>
#include <stdio.h>
int x;
int main(void) {
    assert(x == 1);
    if (x != 0) scanf("%d", &x);
    return 0;
}
