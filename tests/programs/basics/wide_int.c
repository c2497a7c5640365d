// expect: bound=1 sc=unknown tso=unknown pso=unknown power=unknown
// 128-bit integers are not supported.
#include <assert.h>
__int128 x;
int main(void) { x = x + 1; assert(x == 1); return 0; }
