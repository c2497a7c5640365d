// expect: bound=2 sc=unsafe tso=unsafe pso=unsafe power=unsafe
// Given back too early.
#include <assert.h>
#include <pthread.h>
pthread_mutex_t m;
int n;
void *worker(void *u) {
    assert(pthread_mutex_lock(&m) == 0);
    assert(pthread_mutex_lock(&m) == 0);

    pthread_mutex_unlock(&m);
    pthread_mutex_unlock(&m);
    int old = n;
    n = old + 1;

    return u;
}
int main(void) {
    pthread_t t;
    pthread_mutexattr_t a;
    pthread_mutexattr_init(&a);
    pthread_mutexattr_settype(&a, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&m, &a);
    pthread_create(&t, 0, worker, 0);
    worker(0);
    pthread_join(t, 0);
    assert(n == 2);
    return 0;
}
