// expect: bound=2 sc=unsafe tso=unsafe pso=unsafe power=unsafe
// No lock.
#include <assert.h>
#include <pthread.h>
pthread_spinlock_t l;
int n;
void *worker(void *u) {

    n++;

    return u;
}
int main(void) {
    pthread_t t;
    pthread_spin_init(&l, PTHREAD_PROCESS_PRIVATE);
    pthread_create(&t, 0, worker, 0);
    worker(0);
    pthread_join(t, 0);
    assert(n == 2);
    pthread_spin_destroy(&l);
    return 0;
}
