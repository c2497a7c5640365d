// expect: bound=2 sc=safe! tso=safe! pso=safe! power=safe!
// A loop that takes a lock, looks and gives it back only waits.
#include <assert.h>
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int done, data;
void *worker(void *u) {
    pthread_mutex_lock(&m);
    done = 1;
    data = 1;
    pthread_mutex_unlock(&m);
    return u;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    for (;;) {
        pthread_mutex_lock(&m);
        int d = *(volatile int *)&done;
        pthread_mutex_unlock(&m);
        if (d) break;
    }
    assert(*(volatile int *)&data == 1);
    pthread_join(t, 0);
    return 0;
}
