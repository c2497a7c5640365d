// expect: bound=2 sc=safe! tso=safe! pso=unsafe power=unsafe
// A loop of dat3m.h waits, but does not acquire.
#include <assert.h>
#include <dat3m.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int turn;
int data;
void *second(void *u) {
    await_while(atomic_load_explicit(&turn, memory_order_relaxed) != 1);
    assert(data == 5);
    assert(__VERIFIER_tid() != 0);
    return u;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, second, 0);
    for (int i = 0; i < 5; i++) {
        __VERIFIER_loop_bound(6);
        data++;
    }
    atomic_store_explicit(&turn, 1, memory_order_relaxed);
    pthread_join(t, 0);
    assert(__VERIFIER_tid() == 0);
    return 0;
}
