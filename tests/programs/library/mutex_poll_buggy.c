// expect: bound=2 sc=unsafe tso=unsafe pso=unsafe power=unsafe
// Looks without the lock.
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

        int d = *(volatile int *)&done;

        if (d) break;
    }
    assert(*(volatile int *)&data == 1);
    pthread_join(t, 0);
    return 0;
}
