// expect: bound=2 sc=safe! tso=safe! pso=safe! power=safe!
// A CAS loop that never succeeds only waits: nothing is cut.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int lock = 1;
int x;
void *p(void *u) { int e = 0; while (!atomic_compare_exchange_strong(&lock, &e, 1)) e = 0; x = 1; return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, p, 0); assert(x == 0); return 0; }
