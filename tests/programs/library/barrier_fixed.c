// expect: bound=2 sc=safe! tso=safe! pso=safe! power=safe!
// A barrier makes both writes visible to both.
#include <assert.h>
#include <pthread.h>
pthread_barrier_t b;
int x[2];
void *worker(void *u) {
    long i = (long)u;
    x[i] = 1;
    pthread_barrier_wait(&b);
    assert(x[1 - i] == 1);
    return 0;
}
int main(void) {
    pthread_t t[2];
    pthread_barrier_init(&b, 0, 2);
    for (long i = 0; i < 2; i++) pthread_create(&t[i], 0, worker, (void *)i);
    for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
    pthread_barrier_destroy(&b);
    return 0;
}
