// expect: bound=2 sc=unsafe tso=unsafe pso=unsafe power=unsafe
// A handler runs after main.
#include <assert.h>
#include <stdlib.h>
int n;
void first(void) { assert(n == 0); }
void second(void) { n = 1; }
int main(void) {
    atexit(first);
    atexit(second);
    return 0;
}
