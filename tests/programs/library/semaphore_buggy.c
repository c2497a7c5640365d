// expect: bound=2 sc=unsafe tso=unsafe pso=unsafe power=unsafe
// The semaphore starts with one too many.
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
    sem_init(&s, 0, 1);
    pthread_create(&t, 0, worker, 0);
    sem_wait(&s);
    assert(x == 1);
    pthread_join(t, 0);
    sem_destroy(&s);
    return 0;
}
