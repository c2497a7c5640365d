// expect: bound=2 sc=unsafe tso=unsafe pso=unsafe power=unsafe
// Both think they are the last.
#include <assert.h>
#include <pthread.h>
pthread_barrier_t b;
_Atomic int last;
void *worker(void *u) {
    for (int round = 0; round < 2; round++)
        if (pthread_barrier_wait(&b) != 1) last++;
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
