// expect: bound=2 sc=safe! tso=safe! pso=safe! power=safe!
// The same with all accesses inside.
#include <assert.h>
#include <pthread.h>
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
int x, y, z;
void *step(void *u) {
    __VERIFIER_atomic_begin();
    if (z) {
        __VERIFIER_atomic_end();
        return u;
    }
    x = 1;

    y = 1;
    __VERIFIER_atomic_end();
    return u;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, step, 0);
    __VERIFIER_atomic_begin();
    assert(x == y);
    z = 1;
    __VERIFIER_atomic_end();
    pthread_join(t, 0);
    return 0;
}
