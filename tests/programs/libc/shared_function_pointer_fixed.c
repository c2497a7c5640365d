// expect: bound=2 sc=safe! tso=safe! pso=safe! power=safe!
// A function pointer in shared memory.
#include <assert.h>
#include <pthread.h>
static int one(void) { return 1; }
static int two(void) { return 2; }
int (*handler)(void) = one;
void *worker(void *u) {
    handler = two;
    return u;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    int r = handler();
    assert(r == 1 || r == 2);
    pthread_join(t, 0);
    return 0;
}
