// expect: bound=1 sc=vacuous tso=vacuous pso=vacuous power=vacuous
// The bound is so small that every execution is cut.
#include <assert.h>
#include <pthread.h>
int x;
int n = 5;
void *p(void *u) { int s = 0; while (s < x + 3) s++; x = 1; return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, p, 0); x = 0; pthread_join(t, 0); assert(x == 7); return 0; }
