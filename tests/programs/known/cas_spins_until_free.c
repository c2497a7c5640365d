// expect: bound=2 sc=unsafe tso=unsafe pso=unsafe power=unsafe
// The same loop when somebody frees the lock.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int lock = 1;
int x;
void *p(void *u) { int e = 0; while (!atomic_compare_exchange_strong(&lock, &e, 1)) e = 0; x = 1; return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, p, 0); lock = 0; assert(x == 0); return 0; }
