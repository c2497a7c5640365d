// expect: bound=2 sc=unsafe tso=unsafe pso=unsafe power=unsafe
// Two writers that only hold the lock for reading.
#include <assert.h>
#include <pthread.h>
pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
int x, y;
void *writer(void *u) {
    pthread_rwlock_rdlock(&l);
    x = 1;
    y = 1;
    pthread_rwlock_unlock(&l);
    return u;
}
void *reader(void *u) {
    pthread_rwlock_rdlock(&l);
    int a = x, b = y;
    pthread_rwlock_unlock(&l);
    assert(a == b);
    return u;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, writer, 0);
    pthread_create(&b, 0, reader, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
