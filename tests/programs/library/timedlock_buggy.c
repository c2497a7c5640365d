// expect: bound=2 sc=unsafe tso=unsafe pso=unsafe power=unsafe
// A timed lock may fail.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;
void *worker(void *u) {
    struct timespec until = {0, 0};
    int error = pthread_mutex_timedlock(&m, &until);
    assert(error == 0 || error == ETIMEDOUT);

    x++;
    assert(x == 1);
    x--;
    if (error == 0) pthread_mutex_unlock(&m);
    return u;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    worker(0);
    pthread_join(t, 0);
    return 0;
}
