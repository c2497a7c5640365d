// expect: bound=2 sc=unsafe tso=unsafe pso=unsafe power=unsafe
// A timed wait may run out.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c;
int ready;
void *setter(void *u) {
    pthread_mutex_lock(&m);
    ready = 1;
    pthread_cond_broadcast(&c);
    pthread_mutex_unlock(&m);
    return u;
}
int main(void) {
    pthread_t t;
    struct timespec until = {1, 0};
    int error = 0;
    pthread_cond_init(&c, 0);
    pthread_create(&t, 0, setter, 0);
    pthread_mutex_lock(&m);
    if (!ready) error = pthread_cond_timedwait(&c, &m, &until);
    assert(error == 0 || error == ETIMEDOUT);
    assert(ready);
    pthread_mutex_unlock(&m);
    pthread_join(t, 0);
    pthread_cond_destroy(&c);
    return 0;
}
