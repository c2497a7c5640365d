// expect: bound=2 sc=safe! tso=safe! pso=safe! power=safe!
// Hints for other tools about loops have no effect.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
void __VERIFIER_spin_start(void);
void __VERIFIER_spin_end(int);
void __VERIFIER_loop_begin(void);
atomic_int flag, data;
void *worker(void *u) {
    atomic_store(&data, 1);
    atomic_store(&flag, 1);
    return u;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    __VERIFIER_loop_begin();
    for (;;) {
        __VERIFIER_spin_start();
        int stop = atomic_load(&flag);
        __VERIFIER_spin_end(stop);
        if (stop) break;
    }
    assert(atomic_load(&data) == 1);
    pthread_join(t, 0);
    return 0;
}
