// expect: bound=2 sc=unsafe tso=unsafe pso=unsafe power=unsafe
// Another thread's value is not mine.
#include <assert.h>
#include <pthread.h>
pthread_key_t key;
int destroyed, x;
void destroy(void *p) {
    assert(p == &x);
    destroyed++;
}
void *worker(void *u) {
    assert(pthread_getspecific(key) == &x);
    pthread_setspecific(key, &x);
    assert(pthread_getspecific(key) == &x);
    return u;
}
int main(void) {
    pthread_t t;
    pthread_key_create(&key, destroy);
    pthread_setspecific(key, &x);
    pthread_create(&t, 0, worker, 0);
    pthread_join(t, 0);
    assert(destroyed == 1);
    return 0;
}
