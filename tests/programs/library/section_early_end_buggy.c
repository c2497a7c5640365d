// expect: bound=2 sc=unsafe tso=unknown pso=unknown power=unknown
// A section that ends early on one path is still one on the other.
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
    __VERIFIER_atomic_end();
    y = 1;

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
