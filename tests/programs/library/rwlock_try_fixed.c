// expect: bound=2 sc=safe! tso=safe! pso=safe! power=safe!
// And its result is looked at.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
pthread_rwlock_t l;
int x;
void *writer(void *u) {
    int error = pthread_rwlock_trywrlock(&l);
    assert(error == 0 || error == EBUSY);
    if (error != 0) return u;
    x = 1;
    x = 0;
    pthread_rwlock_unlock(&l);
    return u;
}
int main(void) {
    pthread_t t;
    pthread_rwlock_init(&l, 0);
    pthread_create(&t, 0, writer, 0);
    if (pthread_rwlock_tryrdlock(&l) == 0) {
        assert(x == 0);
        pthread_rwlock_unlock(&l);
    }
    pthread_join(t, 0);
    pthread_rwlock_destroy(&l);
    return 0;
}
