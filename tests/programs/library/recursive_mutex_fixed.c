// expect: bound=2 sc=safe! tso=safe! pso=safe! power=safe!
// A recursive mutex is given back as often as it was taken.
#include <assert.h>
#include <pthread.h>
pthread_mutex_t m;
int n;
void *worker(void *u) {
    assert(pthread_mutex_lock(&m) == 0);
    assert(pthread_mutex_lock(&m) == 0);
    int old = n;
    pthread_mutex_unlock(&m);

    n = old + 1;
    pthread_mutex_unlock(&m);
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
