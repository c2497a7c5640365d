// expect: bound=2 sc=safe! tso=safe! pso=safe! power=safe!
// pthread_once runs it once, and all see it done.
#include <assert.h>
#include <pthread.h>
pthread_once_t o = PTHREAD_ONCE_INIT;
int n, started;
void init(void) { n++; }
void *worker(void *u) {
    pthread_once(&o, init);
    assert(n == 1);
    return u;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    worker(0);
    pthread_join(t, 0);
    return 0;
}
