// expect: bound=2 sc=safe! tso=unknown pso=unknown power=unknown
// Under SC an access outside of atomic sections does not see the middle of one.
#include <assert.h>
#include <pthread.h>
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
int x, y;
void *both(void *u) {
    __VERIFIER_atomic_begin();
    x = 1;
    y = 1;
    __VERIFIER_atomic_end();
    return u;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, both, 0);
    int a = x, b = y;
    assert(!(a == 1 && b == 0));
    pthread_join(t, 0);
    return 0;
}
