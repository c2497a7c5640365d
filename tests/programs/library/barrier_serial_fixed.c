// expect: bound=2 sc=safe! tso=safe! pso=safe! power=safe!
// One thread a round is told that it is the last, also in the second round.
#include <assert.h>
#include <pthread.h>
pthread_barrier_t b;
_Atomic int last;
void *worker(void *u) {
    for (int round = 0; round < 2; round++)
        if (pthread_barrier_wait(&b) == PTHREAD_BARRIER_SERIAL_THREAD) last++;
    return u;
}
int main(void) {
    pthread_t t;
    pthread_barrier_init(&b, 0, 2);
    pthread_create(&t, 0, worker, 0);
    worker(0);
    pthread_join(t, 0);
    assert(last == 2);
    return 0;
}
