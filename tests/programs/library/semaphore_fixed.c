// expect: bound=2 sc=safe! tso=safe! pso=safe! power=safe!
// A semaphore as a message.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
sem_t s;
int x;
void *worker(void *u) {
    x = 1;
    sem_post(&s);
    return u;
}
int main(void) {
    pthread_t t;
    sem_init(&s, 0, 0);
    pthread_create(&t, 0, worker, 0);
    sem_wait(&s);
    assert(x == 1);
    pthread_join(t, 0);
    sem_destroy(&s);
    return 0;
}
