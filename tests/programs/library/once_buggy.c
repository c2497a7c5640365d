// expect: bound=2 sc=unsafe tso=unsafe pso=unsafe power=unsafe
// Initialised twice.
#include <assert.h>
#include <pthread.h>
pthread_once_t o = PTHREAD_ONCE_INIT;
int n, started;
void init(void) { n++; }
void *worker(void *u) {
    if (!started) {
        started = 1;
        init();
    }
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
