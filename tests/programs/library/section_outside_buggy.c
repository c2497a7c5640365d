// expect: bound=2 sc=unsafe tso=unsafe pso=unsafe power=unsafe
// Two accesses without a section.
#include <assert.h>
#include <pthread.h>
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
int x, y;
void *both(void *u) {

    x = 1;
    y = 1;

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
