// expect: bound=5 sc=unsafe tso=unsafe pso=unsafe power=unsafe
// The same with a bound that reaches the assertion.
#include <assert.h>
#include <pthread.h>
int x;
void *p(void *u) { int s = 0; while (s < x + 3) s++; x = 1; return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, p, 0); x = 0; pthread_join(t, 0); assert(x == 7); return 0; }
