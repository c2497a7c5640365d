// expect: bound=2 sc=unsafe tso=unsafe pso=unsafe power=unsafe
// sem_trywait does not wait.
#include <assert.h>
#include <errno.h>
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
    int value;
    sem_init(&s, 0, 0);
    sem_getvalue(&s, &value);
    assert(value == 0);
    pthread_create(&t, 0, worker, 0);
    if (sem_trywait(&s) == 0)
        assert(x == 1);
    else
        assert(x == 1);
    pthread_join(t, 0);
    return 0;
}
